// Every text has enough contrast to what is behind it, in every scene of the lookbook (all pages and
// states), from a phone to a large screen. With PROVE=1 at every width of the lookbook.
import type { Page } from '@playwright/test'
import { publicScenes } from '#tools/lookbook/public-scenes.ts'
import type { Scene } from '#tools/lookbook/scene.ts'
import { dashboardScenes, signInScenes } from '#tools/lookbook/staff-scenes.ts'
import { makePerson, post, signIn, waitForLists } from './support/dashboard.ts'
import { findIllegible, loadPictures } from './support/legibility.ts'
import { expect } from './support/product.ts'
import { test } from './support/reader.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

const looksOf = (colorSchemes: Look['colorScheme'][], widths: number[]) =>
  colorSchemes.flatMap((colorScheme) => widths.map((width) => ({ width, colorScheme })))
const siteLooks = looksOf(
  ['light'],
  process.env.PROVE ? [360, 768, 1024, 1280, 1920] : [360, 1024, 1920],
)
const dashboardLooks = looksOf(['light', 'dark'], [360, 1280])

// Reviews change with the tests that run in parallel, the cookie question needs a tag manager (see
// consent.test.ts), and a page at its top is measured as a whole.
const elsewhere = ['Review, open', 'Cookie question', 'Top of the home page']

for (const scene of publicScenes.filter(({ name }) => !elsewhere.includes(name))) {
  test(`${scene.name} can be read on every screen`, async ({ page }) => {
    await expectLegible(page, scene, siteLooks)
  })
}

for (const scene of signInScenes) {
  test(`${scene.name} can be read on every screen, light and dark`, async ({ page }) => {
    await expectLegible(page, scene, dashboardLooks)
  })
}

for (const scene of dashboardScenes) {
  test(`${scene.name} in the dashboard can be read on every screen, light and dark`, async ({
    page,
  }) => {
    await makeSomethingToSee()
    await signIn(page, await makePerson('Lex Legible', 'admin'), scene.path)
    await expectLegible(page, scene, dashboardLooks)
  })
}

test('pale words are found, on a colour and on a picture', async ({ page }) => {
  const stripes = 'repeating-linear-gradient(90deg, #fff 0 20px, #767676 20px 40px)'
  await page.setContent(`<body style="background: #fff; color: #767676">
    <p>Dark enough</p><p style="color: #7a7a7a">Too pale</p>
    <p style="color: #000; opacity: 0.5">Half there</p>
    <h1 style="font-size: 24px; color: #949494">Large enough</h1>
    <p style="background: ${stripes}">On a picture</p>
    <p style="margin-top: 3000px; color: #999">Far below</p>`)
  const found = (await findIllegible(page)).map((line) => /"(.+)"/.exec(line)?.[1])
  expect(found).toEqual(['Too pale', 'Half there', 'On a picture', 'Far below'])
  expect(await findIllegible(page, 'h1')).toEqual([])
})

test('words that a menu half covers are not pale', async ({ page }) => {
  const menu =
    'position: fixed; inset: 10px auto auto 140px; margin: 0; width: 200px; height: 100px'
  await page.setContent(`<body style="margin: 0; font: 20px/2 monospace">
    <p style="margin: 0; padding: 0 20px; background: #060; color: #fff">New enquiry here</p>
    <div popover style="${menu}; color: #999">In the menu</div>`)
  await page.evaluate(() => document.querySelector<HTMLElement>('[popover]')?.showPopover())
  const found = (await findIllegible(page)).map((line) => /"(.+)"/.exec(line)?.[1])
  expect(found).toEqual(['In the menu'])
})

/** Opens the scene once for all looks if its state allows. */
async function expectLegible(page: Page, scene: Scene, looks: Look[]): Promise<void> {
  test.setTimeout(120_000)
  page.setDefaultTimeout(10_000)
  for (const [i, { width, colorScheme }] of looks.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    if (i === 0 || scene.isFleeting) {
      await page.unrouteAll()
      await open(page, scene)
    }
    const where = `${scene.name}, ${width} px, ${colorScheme}`
    expect.soft(await findIllegible(page, scene.front), where).toEqual([])
  }
}

async function open(page: Page, { path, act }: Scene): Promise<void> {
  await page.goto(path)
  await waitForLists(page)
  await loadPictures(page)
  await act?.(page)
}

/** Two enquiries to select, and a review to delete. */
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
