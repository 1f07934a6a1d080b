// Every text can be read where it stands, whatever is behind it: at the top, scrolled, with menus and
// dialogs open, with a form in error, at every width.
import type { Page } from '@playwright/test'
import { dashboardPath, dashboardTabs, enquiryPath } from '#schemas/paths.ts'
import { makePerson, post, signIn } from './support/dashboard.ts'
import { findIllegible } from './support/legibility.ts'
import { expect, readTable, test } from './support/product.ts'
import { openFormInError } from './support/quote-dialog.ts'

const widths = [360, 768, 1024, 1280, 1920]
/** One of each template. */
const templates = [
  '/',
  '/domestic',
  '/landscaping/patios',
  '/worcester',
  '/contact-us',
  '/about',
  '/privacy-policy',
  '/nowhere',
]
/** The header is white on a picture, or dark on a plain page. */
const tops = ['/', '/landscaping/patios', '/privacy-policy']

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openMenu(page: Page, width: number): Promise<void> {
  if (width < 1024) {
    await page.getByRole('button', { name: 'Menu' }).click()
    for (const group of await page.locator('.side-menu summary').all()) await group.click()
  } else {
    await page.locator('.top-nav summary').last().click()
  }
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  await page.waitForTimeout(100)
}

for (const width of widths) {
  test(`every text can be read at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 900 })
    for (const path of templates) {
      await page.goto(path)
      expect.soft(await findIllegible(page), path).toEqual([])
    }
  })

  test(`menus, dialogs and errors can be read at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 900 })
    for (const path of tops) {
      await page.goto(path)
      await openMenu(page, width)
      const menu = await findIllegible(page, '.site-header')
      expect.soft(menu, `${path}, with the menu open`).toEqual([])
      await page.keyboard.press('Escape')
      await scrollTo(page, 400)
      const shell = await findIllegible(page, '.site-header, .float-quote')
      expect.soft(shell, `${path}, scrolled`).toEqual([])
    }
    await openFormInError(page)
    expect.soft(await findIllegible(page, 'dialog'), 'a form in error').toEqual([])
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the dashboard can be read, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await post('rest/v1/enquiries', {
      name: `Legible ${colorScheme}`,
      email: 'legible@visitors.test',
      phone: '01632 960777',
      address: 'WR14 2AA',
      service: 'Landscaping',
      message: 'A patio of six metres by four, please.',
    })
    const [enquiry] = await readTable(`enquiries?name=eq.Legible ${colorScheme}`)
    await signIn(page, await makePerson('Lex Legible', 'admin'))
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of [...dashboardTabs.map(dashboardPath), enquiryPath(String(enquiry?.id))]) {
        await page.goto(path)
        await expect(page.getByRole('tab', { selected: true })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect.soft(await findIllegible(page), `${path} at ${width} px`).toEqual([])
      }
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect.soft(await findIllegible(page), 'the sign-in page').toEqual([])
  })
}
