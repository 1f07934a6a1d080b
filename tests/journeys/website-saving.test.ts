// Drafts save themselves: slowly, failing, discarded meanwhile, in two windows, and after an undo.
import type { Page } from '@playwright/test'
import { notice, signIn } from './support/dashboard.ts'
import type { OwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, test } from './support/product.ts'
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

/** Saves take their time from now on. */
async function slowSaves(): Promise<void> {
  await page.route('**/functions/v1/site-save-draft', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
}

test('what was typed last is published, however soon', async () => {
  await openDocument(page, 'Fencing')
  const headline = page.getByLabel('Headline', { exact: true })
  await headline.fill('First words')
  await expectSaved(page)
  await slowSaves()
  await headline.fill('The very last words')
  const told = await publishAll(page)
  expect(told).toContain('The very last words')
  await expect
    .poll(() => publicText(product, '/landscaping/fencing'))
    .toContain('The very last words')
  await expect(headline).toHaveValue('The very last words')
  await expect(page.getByText('As visitors see it')).toBeVisible()
  await page.unroute('**/functions/v1/site-save-draft')
})

test('nothing is published while the last words cannot be saved', async () => {
  const headline = page.getByLabel('Headline', { exact: true })
  await headline.fill('Saved words')
  await expectSaved(page)
  await page.route('**/functions/v1/site-save-draft', (route) => route.abort())
  await headline.fill('Words that do not arrive')
  await page.getByRole('button', { name: /^Publish \d/ }).click()
  await expect(notice(page, 'Fencing could not be saved, and nothing is published')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(headline).toHaveValue('Words that do not arrive')
  await page.unroute('**/functions/v1/site-save-draft')
})

test('a draft is discarded while its last words are being saved', async () => {
  const headline = page.getByLabel('Headline', { exact: true })
  await slowSaves()
  await headline.fill('Begun')
  await page.waitForRequest('**/functions/v1/site-save-draft')
  await headline.fill('Begun and never wanted')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(notice(page, 'The draft was discarded')).toBeVisible()
  await expect(headline).toHaveValue('The very last words')
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
  await page.unroute('**/functions/v1/site-save-draft')
})

test('one person in two windows is not called a colleague', async ({ browser }) => {
  const other = await browser.newPage({ baseURL: product.url, viewport: desktop })
  await signIn(other, admin, '/admin/website')
  await openDocument(other, 'Fencing')
  await page.getByLabel('Headline', { exact: true }).fill('In this window')
  await expectSaved(page)
  await other.getByLabel('Headline', { exact: true }).fill('In that window')
  const told = other.getByRole('alert', { name: 'This is open in two windows' })
  await expect(told).toContainText(/You saved this in another window at \d\d:\d\d\./)
  await expect(other.getByText('Not saved: choose which text to keep')).toBeVisible()
  await told.getByRole('button', { name: 'Take the other text' }).click()
  await expect(other.getByLabel('Headline', { exact: true })).toHaveValue('In this window')
  await other.close()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('You')
  await page.getByRole('button', { name: 'History' }).click()
  await openDocument(page, /^Fencing/)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
})

test('after an undo the fields show what visitors see', async () => {
  await openDocument(page, 'Fencing')
  const headline = page.getByLabel('Headline', { exact: true })
  const before = await headline.inputValue()
  await headline.fill('Fences by mistake')
  await expectSaved(page)
  await publishAll(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(headline).toHaveValue(before)
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
})
