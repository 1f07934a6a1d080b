// An owner sets up the mail server by form: mistakes are told, a test mail arrives, enquiries are
// delivered without a restart, and all of it survives one.
import type { Page } from '@playwright/test'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { findViolations } from './support/axe.ts'
import { notice, signIn } from './support/dashboard.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })
let mailServer: MailServer
let product: OwnProduct
let page: Page

test.beforeAll(async ({ browser }) => {
  mailServer = await startMailServer()
  product = await startOwnProduct()
  page = await browser.newPage({ baseURL: product.url, viewport: phone })
})
test.afterAll(async () => {
  await page?.close()
  await product?.remove()
  await mailServer?.close()
})

const panel = () => page.getByRole('region', { name: 'Mail server' })
const field = (name: string) => panel().getByLabel(name, { exact: true })

test('a mistake is told beside its field', async () => {
  await signIn(page, admin, '/admin/website')
  await page.getByRole('link', { name: 'Mail server' }).click()
  await expect(panel()).toContainText('No mail server is set up')
  await product.sendEnquiry('Earlier Enquirer')
  await page.reload()
  // The page looks again by itself; on a busy machine the mails take a while.
  const kept = page.getByText('2 emails are in the outbox: no mail server is set up.')
  await expect(kept).toBeVisible({ timeout: 90_000 })
  await panel().getByRole('button', { name: 'Set up a mail server' }).click()
  await field('Server').fill('https://smtp.example.com')
  await field('Port').fill('')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await expect(panel()).toContainText('The server is a name such as smtp.example.com')
  await expect(panel()).toContainText('The port is a number')
  await expect(field('Server')).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport)
      expect(await findViolations(page)).toEqual([])
    }
  }
})

test('a password is not sent without encryption', async () => {
  await field('Server').fill('smtp.example.com')
  await field('Encryption').selectOption('none')
  await expect(field('Port')).toHaveValue('25')
  await field('Password').fill('hunter2')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await expect(panel()).toContainText('an attacker on the way could read the password')
})

test('what a wrong server answered goes once another is saved', async () => {
  await field('Server').fill('127.0.0.1')
  // Nothing listens there.
  await field('Port').fill('9')
  await field('Password').fill('')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await panel().getByRole('button', { name: 'Send a test email' }).click()
  await expect(panel()).toContainText('Not sent')
  await panel().getByRole('button', { name: 'Change the mail server' }).click()
  await field('Port').fill('10')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await expect(panel()).toContainText('port 10')
  await expect(panel()).not.toContainText('Not sent')
})

test('a test mail arrives, and so does the next enquiry', async () => {
  await panel().getByRole('button', { name: 'Change the mail server' }).click()
  await field('Port').fill(new URL(mailServer.url).port)
  await field('Sender’s name').fill('The office')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await expect(notice(page, 'Mail server saved')).toBeVisible()
  await expect(panel()).toContainText('Mail leaves through 127.0.0.1')
  // Sooner than the list is read again by itself.
  await expect(page.getByText('2 emails are in the outbox.', { exact: true })).toBeVisible({
    timeout: 5_000,
  })
  await panel().getByRole('button', { name: 'Send a test email' }).click()
  await expect(panel()).toContainText(`The mail server took it for ${admin.email}`)
  expect(mailServer.received[0]?.from?.name).toBe('The office')
  await product.sendEnquiry('Edna Enquires')
  await expect.poll(() => mailServer.received.length, { timeout: 20_000 }).toBe(3)
})

test('what was kept before is sent in one go', async () => {
  await page.getByRole('button', { name: 'Send all that were kept' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send 2 emails?' })
  expect(await findViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Send all' }).click()
  await expect(notice(page, '2 emails are on the way')).toBeVisible()
  await expect.poll(() => mailServer.received.length, { timeout: 20_000 }).toBe(5)
  await expect(page.getByText('Everything has gone out.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Send all that were kept' })).toHaveCount(0)
})

test('it is still set up after a restart, and a stored password is not shown', async () => {
  await panel().getByRole('button', { name: 'Change the mail server' }).click()
  await field('User name').fill('office@example.com')
  await field('Password').fill('hunter2')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await expect(panel()).toContainText('as office@example.com')
  await product.stop()
  product = await startOwnProduct({ PORT: new URL(product.url).port }, product.dataDir)
  await page.reload()
  await panel().getByRole('button', { name: 'Change the mail server' }).click()
  await expect(field('Password')).toHaveValue('')
  await expect(panel()).toContainText('One is stored and is not shown')
  expect(await page.content()).not.toContain('hunter2')
  await field('Server').fill('smtp.example.net')
  await field('Encryption').selectOption('starttls')
  await panel().getByRole('button', { name: 'Save mail server' }).click()
  await expect(panel()).toContainText('Enter the password again')
})

test('removed, mails are kept in the outbox again', async () => {
  await panel().getByRole('button', { name: 'Cancel' }).click()
  await panel().getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel()).toContainText('No mail server is set up')
})

test('what the environment says wins, and the page says so', async () => {
  await product.stop()
  const env = { PORT: new URL(product.url).port, SMTP_URL: 'smtp://127.0.0.1:9' }
  product = await startOwnProduct(env, product.dataDir)
  await page.reload()
  await expect(panel()).toContainText('as SMTP_URL says where the server is started')
  await expect(panel().getByRole('button', { name: 'Set up a mail server' })).toHaveCount(0)
})
