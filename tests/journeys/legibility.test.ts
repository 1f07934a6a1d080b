// Every text can be read where it stands, whatever is behind it: in every scene of the lookbook, which
// are all pages and states, at every width.
import type { Page } from '@playwright/test'
import { publicScenes } from '#tools/lookbook/public-scenes.ts'
import type { Scene } from '#tools/lookbook/scene.ts'
import { dashboardScenes, signInScenes } from '#tools/lookbook/staff-scenes.ts'
import { makePerson, post, signIn } from './support/dashboard.ts'
import { findIllegible } from './support/legibility.ts'
import { expect, test } from './support/product.ts'

const widths = [360, 768, 1024, 1280, 1920]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Reviews come and go with the tests that run beside this one. */
const steadyScenes = publicScenes.filter(({ name }) => name !== 'Review, open')

async function expectLegible(page: Page, scenes: Scene[], where: string): Promise<void> {
  for (const { name, path, act, front } of scenes) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.waitForTimeout(150)
    expect.soft(await findIllegible(page, front), `${name}, ${where}`).toEqual([])
    await page.unrouteAll()
  }
}

for (const width of widths) {
  test(`every text of the site can be read at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    page.setDefaultTimeout(10_000)
    await page.setViewportSize({ width, height: 900 })
    await expectLegible(page, steadyScenes, `${width} px`)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`the dashboard can be read at ${width} px, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(180_000)
      page.setDefaultTimeout(10_000)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await makeSomethingToSee()
      await expectLegible(page, signInScenes, `${width} px, ${colorScheme}`)
      await signIn(page, await makePerson('Lex Legible', 'admin'))
      await expectLegible(page, dashboardScenes, `${width} px, ${colorScheme}`)
    })
  }
}

/** Two enquiries to choose, and a review to delete. */
async function makeSomethingToSee(): Promise<void> {
  const enquiry = {
    name: 'Legible Person',
    email: 'legible@visitors.test',
    phone: '01632 960777',
    address: 'WR14 2AA',
    service: 'Landscaping',
    message: 'A patio of six metres by four, please.',
  }
  await post('rest/v1/enquiries', enquiry)
  await post('rest/v1/enquiries', { ...enquiry, name: 'Legible Neighbour' })
  await post('rest/v1/google_reviews', { author_name: 'Lex Legible', rating: 5 })
}
