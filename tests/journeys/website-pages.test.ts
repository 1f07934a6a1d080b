// Towns and services that are added, moved and removed, with their links and old addresses.
import type { Page } from '@playwright/test'
import { notice } from './support/dashboard.ts'
import type { OwnProduct } from './support/own-product.ts'
import { expect, test } from './support/product.ts'
import {
  type OwnWebsite,
  openDocument,
  openOwnWebsite,
  publicText,
  publishAll,
  visit,
  writeEveryText,
} from './support/website.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

let site: OwnWebsite
let product: OwnProduct
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  site = await openOwnWebsite(browser)
  ;({ product, page } = site)
})
test.afterAll(() => site?.remove())

const redirectOf = async (path: string) => {
  const { status, headers } = await visit(product, path)
  return [status, headers.get('location')]
}

test('a new town has its page, menu entry and sitemap line once its texts are written', async () => {
  await page.getByRole('button', { name: 'Add a town' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a town' })
  await dialog.getByRole('button', { name: 'Add town' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Bromyard')
  await dialog.getByLabel('County').fill('Herefordshire')
  await dialog.getByLabel('Position').fill('52.19, -2.51')
  await dialog.getByLabel('Postcodes').fill('HR7 4AA')
  await dialog.getByRole('button', { name: 'Add town' }).click()
  await expect(dialog.getByText('Enter the first halves, such as HR7 WR6')).toBeVisible()
  await dialog.getByLabel('Postcodes').fill('hr7')
  await dialog.getByRole('button', { name: 'Add town' }).click()
  await expect(page.getByRole('region', { name: 'Bromyard' })).toBeVisible()

  await page.getByRole('button', { name: /^Publish \d/ }).click()
  const publish = page.getByRole('dialog', { name: 'Publish' })
  await expect(publish).toContainText('This is a starter text: write your own')
  // Each problem leads to its field.
  await publish.getByRole('button', { name: 'Bromyard' }).nth(3).click()
  await expect(page.locator('.site-editor :focus')).toHaveValue(/^To write: /)
  await expect(page.locator('.site-editor :focus')).toBeInViewport()
  // It is selected, so that typing replaces it.
  const selected = await page.evaluate(() => String(getSelection()))
  await expect(page.locator('.site-editor :focus')).toHaveValue(selected)
  expect((await visit(product, '/bromyard')).status).toBe(404)

  await writeEveryText(page, 'Bromyard')
  await expect(page.getByText('Saved as a draft')).toBeVisible()

  // Its page, its place in the list and its postcodes are published together or not at all.
  await page.getByRole('button', { name: /^Publish \d/ }).click()
  await expect(publish.getByRole('checkbox')).toHaveCount(1)
  const submit = publish.getByRole('button', { name: 'Publish', exact: true })
  await publish.getByLabel('Bromyard', { exact: true }).uncheck()
  await expect(submit).toBeDisabled()
  await page.keyboard.press('Escape')
  expect(await publishAll(page)).toContain('New page')
  await expect.poll(() => publicText(product, '/bromyard')).toContain('Our own words for Bromyard')
  expect(await publicText(product, '/sitemap.xml')).toContain('/bromyard')
  expect(await publicText(product, '/')).toContain('href="/bromyard"')
  expect(await publicText(product, '/contact-us')).toContain('Bromyard and the villages between')
  const town = await publicText(product, '/bromyard')
  expect(town).toContain('HR7')
  // No reasons are given yet, and so no heading stands above nothing.
  expect(town).not.toContain('Why choose us in Bromyard')
})

test('a page that moves leaves a redirect, and links follow', async () => {
  await openDocument(page, 'Patios')
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of the page').fill('/landscaping/fencing')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect(dialog.getByText('This is the address of another page')).toBeVisible()
  await dialog.getByLabel('Address of the page').fill('/admin')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect(dialog.getByText('This is kept for the dashboard')).toBeVisible()
  // Words become an address.
  await dialog.getByLabel('Address of the page').fill('Paving & Paths')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect(dialog.getByLabel('Address of the page')).toHaveValue('/landscaping/paving-paths')
  await dialog.getByLabel('Address of the page').fill('/landscaping/paving')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect(notice(page, 'The address is changed in the draft')).toBeVisible()
  const told = await publishAll(page)
  expect(told).toContain('Visitors of /landscaping/patios are sent to /landscaping/paving')
  await expect.poll(() => redirectOf('/landscaping/patios')).toEqual([301, '/landscaping/paving'])
  expect((await visit(product, '/landscaping/paving')).status).toBe(200)
  expect(await publicText(product, '/landscaping')).toContain('href="/landscaping/paving"')
})

test('a removed town sends its visitors where the owner says', async () => {
  await openDocument(page, 'Ledbury')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Ledbury?' })
  await dialog.getByLabel('Where should its visitors go?').selectOption('/hereford')
  await expect(dialog.getByLabel('We no longer come to HR8')).toBeChecked()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(notice(page, 'Ledbury is removed in the draft')).toBeVisible()
  expect(await publishAll(page)).toContain('Removed')
  await expect.poll(() => redirectOf('/ledbury')).toEqual([301, '/hereford'])
  expect(await publicText(product, '/sitemap.xml')).not.toContain('/ledbury')
  expect(await publicText(product, '/contact-us')).not.toContain('HR8')
})

test('a new service is in the menu and in the enquiry form', async () => {
  await page.getByRole('button', { name: 'Add a service' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a service' })
  await dialog.getByLabel('Name').fill('Patios')
  await dialog.getByRole('button', { name: 'Add service' }).click()
  await expect(dialog.getByText('There is a service of this name already')).toBeVisible()
  await dialog.getByLabel('Name').fill('Garden Ponds')
  await expect(dialog.getByLabel('In the quote form')).toHaveValue('own')
  await dialog.getByLabel('Group').selectOption('A group of its own')
  await expect(dialog.getByLabel('In the quote form')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add service' }).click()
  await expect(page.getByRole('region', { name: 'Garden Ponds' })).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('To write: headline').first()).toBeAttached()
  await writeEveryText(page, 'Garden Ponds')
  await publishAll(page)
  await expect.poll(() => publicText(product, '/garden-ponds')).toContain('Our own words')
  const contact = await publicText(product, '/contact-us')
  expect(contact).toContain('href="/garden-ponds"')
  expect(contact).toContain('<option value="Garden Ponds">')
  expect(await publicText(product, '/malvern')).not.toContain('undefined')
})

test('a fifth group leaves room in the header', async ({ browser }) => {
  for (const width of [1024, 1280, 1920]) {
    const visitor = await browser.newPage({
      baseURL: product.url,
      viewport: { width, height: 800 },
    })
    await visitor.goto('/')
    const header = visitor.getByRole('banner')
    const brand = await header.locator('.brand').boundingBox()
    expect(brand?.height).toBeLessThan(50)
    const quote = await header.getByRole('link', { name: 'Get a Quote' }).boundingBox()
    expect((quote?.x ?? 0) + (quote?.width ?? 0)).toBeLessThanOrEqual(width - 24)
    if (width === 1024) {
      await header.getByRole('button', { name: 'Menu' }).click()
      await expect(
        visitor.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Garden Ponds' }),
      ).toBeVisible()
    } else {
      const groups = header.getByRole('navigation', { name: 'Services' })
      await expect(groups.getByRole('link', { name: 'Garden Ponds' })).toBeVisible()
    }
    await visitor.close()
  }
})
