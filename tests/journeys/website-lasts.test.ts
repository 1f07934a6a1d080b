// What an owner publishes, on a phone or on a desktop, is public within moments and survives a restart,
// a backup and its restore in another place.
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { photo } from '../support/pictures.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { desktop, expect, phone, test } from './support/product.ts'
import {
  expectSaved,
  type OwnWebsite,
  openDocument,
  openList,
  openOwnWebsite,
  publicText,
  publishAll,
  visit,
  writeEveryText,
} from './support/website.ts'

const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
const root = new URL('../..', import.meta.url).pathname

for (const [name, viewport] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${name}`, () => {
    test.describe.configure({ mode: 'serial', timeout: 240_000 })
    let site: OwnWebsite
    let product: OwnProduct
    let page: Page

    test.beforeAll(async ({ browser }) => {
      test.setTimeout(120_000)
      site = await openOwnWebsite(browser, viewport)
      ;({ product, page } = site)
    })
    test.afterAll(() => site?.remove())

    test('the owner changes what a year brings', async () => {
      await openDocument(page, /^Name and contact/)
      await page.getByLabel('Telephone number').fill('01632 960999')
      await expectSaved(page)

      await openDocument(page, 'Opening hours')
      const hours = page.getByRole('group', { name: 'Telephone hours' })
      await hours.getByRole('button', { name: 'Add hours' }).click()
      const sunday = hours.getByRole('listitem').last()
      await sunday.getByLabel('Sunday').check()
      await sunday.getByLabel('Opens at').fill('09:30')
      await sunday.getByLabel('Closes at').fill('12:00')
      await expectSaved(page)

      await openList(page)
      await page.getByRole('button', { name: 'Add a town' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a town' })
      await dialog.getByLabel('Name').fill('Bromyard')
      await dialog.getByLabel('County').fill('Herefordshire')
      await dialog.getByLabel('Position').fill('52.19, -2.51')
      await dialog.getByRole('button', { name: 'Add town' }).click()
      await writeEveryText(page, 'Bromyard')

      await openDocument(page, 'Patios')
      const questions = page.getByRole('group', { name: 'Questions' })
      await questions.getByRole('button', { name: 'Add a question' }).click()
      const question = questions.getByRole('listitem').last()
      await question.getByLabel('Question').fill('Do you lay patios in winter?')
      await question.getByLabel('Answer').fill('On dry days without frost.')
      await expectSaved(page)

      await openDocument(page, 'Pictures')
      await page.locator('summary').getByText('Patios', { exact: true }).click()
      await page.getByLabel('Photograph of your own').setInputFiles({
        name: 'IMG_0001.jpg',
        mimeType: 'image/jpeg',
        buffer: await photo({ width: 3000, height: 4000, seed: 3 }),
      })
      await expect(page.getByRole('button', { name: /^Most important point: / })).toBeVisible({
        timeout: 60_000,
      })
      await page
        .getByLabel('Description for those who cannot see it')
        .fill('Our patio in Colwall, with a table')
      await expectSaved(page)
      await publishAll(page)
      await expectPublic(product)
    })

    test('a storm notice is put up until a day, and the last change is undone', async () => {
      await openDocument(page, /Announcement/)
      await page
        .getByLabel('Announcement above every page', { exact: true })
        .fill('Storm damage? Ring us first.')
      await page.getByLabel('Last day').fill(inFiveDays)
      await expectSaved(page)
      await publishAll(page)
      await expect.poll(() => publicText(product, '/')).toContain('Storm damage? Ring us first.')

      await page.goto('/admin/website?view=history')
      await page.getByRole('button', { name: 'Undo the last publication' }).click()
      await expect.poll(() => publicText(product, '/')).not.toContain('Storm damage?')
      await expectPublic(product)
    })

    test('it is there after a restart, and after a restore elsewhere', async () => {
      await product.stop()
      product = await startOwnProduct({}, product.dataDir)
      await expectPublic(product)
      const run = (tool: string, file: string, dataDir: string) =>
        promisify(execFile)(process.execPath, ['tools/run-built.mjs', tool, file], {
          cwd: root,
          env: { PATH: process.env.PATH, DATA_DIR: dataDir },
        })
      const elsewhere = await mkdtemp(join(tmpdir(), 'restored-'))
      const copy = join(await mkdtemp(join(tmpdir(), 'copies-')), 'copy.jsonl.gz')
      await run('backup', copy, product.dataDir)
      await product.remove()
      await run('restore', copy, elsewhere)
      product = await startOwnProduct({}, elsewhere)
      await expectPublic(product)
    })
  })
}

async function expectPublic(product: OwnProduct): Promise<void> {
  const contact = () => publicText(product, '/contact-us')
  await expect.poll(contact).toContain('01632 960999')
  expect(await contact()).toContain('9:30 AM to 12:00 PM')
  expect(await publicText(product, '/bromyard')).toContain('Our own words for Bromyard')
  expect(await publicText(product, '/sitemap.xml')).toContain('/bromyard')
  const patios = await publicText(product, '/landscaping/patios')
  expect(patios).toContain('On dry days without frost.')
  const [picture = ''] = /\/site-pictures\/[^\s"]+-720\.avif/.exec(patios) ?? []
  const kind = async () => (await visit(product, picture)).headers.get('content-type')
  await expect.poll(kind).toBe('image/avif')
}
