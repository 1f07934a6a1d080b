// An owner's photographs: instead of a shipped picture, and new ones for pages to show.
import type { Locator, Page } from '@playwright/test'
import { photo } from '../support/pictures.ts'
import type { OwnProduct } from './support/own-product.ts'
import { expect, test } from './support/product.ts'
import {
  expectSaved,
  type OwnWebsite,
  openDocument,
  openOwnWebsite,
  publicText,
  publishAll,
} from './support/website.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

let site: OwnWebsite
let product: OwnProduct
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  site = await openOwnWebsite(browser)
  ;({ product, page } = site)
})
test.afterAll(() => site?.remove())

const nameOf = async (control: Locator) => (await control.getAttribute('aria-label')) ?? ''

test('a photograph replaces a picture, and the first one comes back', async () => {
  await openDocument(page, 'Pictures')
  const patios = page.locator('summary').filter({ hasText: /^Patios$/ })
  const thumbnail = patios.locator('img')
  await patios.scrollIntoViewIfNeeded()
  await expect(thumbnail).toHaveJSProperty('naturalWidth', 400)
  await patios.click()
  const file = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg' }
  const input = page.getByLabel('Photograph of your own')
  await input.setInputFiles({ ...file, buffer: Buffer.from('<svg onload=alert(1)>') })
  await expect(page.locator('.field-error')).toBeVisible()
  await input.setInputFiles({
    ...file,
    buffer: await photo({ width: 2400, height: 1600, seed: 3 }),
  })
  await expect(page.getByText('This is a starter text: write your own')).toBeVisible()
  await page
    .getByLabel('Description for those who cannot see it')
    .fill('Our patio in Colwall, with a table')
  // The preview is of a page that shows it.
  await expect(page.locator('iframe')).toHaveAttribute('src', /\/landscaping\/patios$/)
  const point = page.getByRole('button', {
    name: 'Most important point: 50 per cent from the left, 50 from the top',
  })
  await expect(point.locator('img')).toHaveJSProperty('naturalWidth', 2048)
  await point.click({ position: { x: 10, y: 10 } })
  await page.keyboard.press('ArrowRight')
  const moved = page.getByRole('button', { name: /^Most important point: / })
  const [, x, y] = /(\d+) per cent from the left, (\d+)/.exec(await nameOf(moved)) ?? []
  expect(Number(x)).toBeLessThan(10)
  // What pages cut off is seen, and changed by the keyboard too.
  await expect(moved.locator('.shown-part')).toHaveText(['Computer', 'Phone'])
  await page.getByLabel('Zoom: 100 %').press('ArrowRight')
  await expect(page.getByLabel('Zoom: 110 %')).toBeFocused()
  await expectSaved(page)
  await expect(thumbnail).toHaveAttribute(
    'src',
    new RegExp(`^/site-pictures/.*-${x}-${y}-110-wide`),
  )
  await expect(thumbnail).not.toHaveJSProperty('naturalWidth', 0)
  const order = await page.locator('.site-entry > summary').allTextContents()
  expect(await publishAll(page)).toContain('Patios › Photograph: added')
  await expect
    .poll(() => publicText(product, '/landscaping/patios'))
    .toMatch(new RegExp(`/site-pictures/[0-9a-f]{32}-${x}-${y}-110-tall-720\\.avif`))
  await page.reload()
  await expect(page.locator('.site-entry > summary').first()).toBeVisible()
  expect(await page.locator('.site-entry > summary').allTextContents()).toEqual(order)
  await patios.click()
  const small = await photo({ width: 600, height: 400, seed: 4 })
  await page.getByLabel('Photograph of your own').setInputFiles({ ...file, buffer: small })
  await expect(page.getByText('only 600 pixels wide')).toBeVisible()
  await page.getByRole('button', { name: 'Go back to the first picture' }).click()
  await expectSaved(page)
  await publishAll(page)
  await expect
    .poll(() => publicText(product, '/landscaping/patios'))
    .not.toContain('/site-pictures/')
})

test('a photograph is added, shown by a page, and removed again', async () => {
  await openDocument(page, 'Pictures')
  const file = { name: 'square.jpg', mimeType: 'image/jpeg' }
  const buffer = await photo({ width: 1600, height: 1200, seed: 5 })
  await page.getByRole('button', { name: 'Choose the photograph' }).click()
  await expect(page.getByText('Please give it a name')).toBeVisible()
  await page.getByLabel('Add a photograph: what is it called?').fill('Malvern link')
  await page.getByLabel('Photograph to add').setInputFiles({ ...file, buffer })
  const added = page.locator('.site-entry').filter({ hasText: 'Malvern link' })
  // It is open, because its description is to be written.
  await added
    .getByLabel('Description for those who cannot see it')
    .fill('The clock tower at Malvern Link')
  await expectSaved(page)
  await openDocument(page, 'Fencing')
  await page.getByLabel('Picture', { exact: true }).first().selectOption('Malvern link')
  await expectSaved(page)
  await publishAll(page)
  await expect
    .poll(() => publicText(product, '/landscaping/fencing'))
    .toContain('The clock tower at Malvern Link')

  // A page shows it: it is not removed from under it.
  await openDocument(page, 'Pictures')
  await added.locator('summary').click()
  await expect(added.getByText('/landscaping/fencing shows it.')).toBeVisible()
  const remove = added.getByRole('button', { name: 'Remove this picture' })
  await expect(remove).toHaveCount(0)
  await openDocument(page, 'Fencing')
  await page.getByLabel('Picture', { exact: true }).first().selectOption('Fencing')
  await expectSaved(page)
  await openDocument(page, 'Pictures')
  await added.locator('summary').click()
  await remove.click()
  await expectSaved(page)
  await publishAll(page)
  await expect
    .poll(() => publicText(product, '/landscaping/fencing'))
    .not.toContain('The clock tower at Malvern Link')
})
