// The dashboard shows whether an email is waiting, in the outbox, failed or sent, and why. The SMTP
// server is real, with replies that change.
import type { Page } from '@playwright/test'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { findViolations } from './support/axe.ts'
import { notice, openTab, signIn } from './support/dashboard.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'

/** In the timeline of the open enquiry. */
const officeMail = (page: Page) =>
  page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Email to the office' })

test.describe('with a mail server', () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 })
  let mailServer: MailServer
  let product: OwnProduct
  let page: Page

  test.beforeAll(async ({ browser }) => {
    mailServer = await startMailServer()
    mailServer.behaviour = 'refusing'
    product = await startOwnProduct({ SMTP_URL: mailServer.url })
    page = await browser.newPage({ baseURL: product.url })
  })
  test.afterAll(async () => {
    await page?.close()
    await product?.remove()
    await mailServer?.close()
  })

  const rows = () => page.getByRole('tabpanel').getByRole('listitem')

  test('a mail that waits says when it is tried next and what the server said', async () => {
    const id = await product.sendEnquiry('Wendy Waits')
    await product.sendEnquiry('Walter Waits')
    await signIn(page, admin, `/admin/enquiries/${id}`)
    const office = officeMail(page)
    await expect(office).toContainText('Waiting')
    await expect(office).toContainText(
      /(Next try at \d\d:\d\d|Being tried again), because the server refused: 451 Try again later/,
      { timeout: 30_000 },
    )
  })

  test('after the second failed try a banner tells that the office hears nothing', async () => {
    const banner = page.getByText(
      /2 emails to the office could not be delivered since \d\d:\d\d: the server refused: 451/,
    )
    await expect(banner).toBeVisible({ timeout: 60_000 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport)
        expect(await findViolations(page)).toEqual([])
      }
    }
    await page.getByRole('link', { name: 'See Mail' }).click()
    // In the morning a colleague's email waits too.
    await expect(page.getByText(/^[45] emails are waiting\.$/)).toBeVisible()
    await expect(page.getByText('Everything has gone out')).toHaveCount(0)
    await expect(rows().filter({ hasText: /waits/i })).toHaveCount(4)
    expect(await findViolations(page)).toEqual([])
  })

  test('once the server takes mail again they go out, and the banner goes', async () => {
    mailServer.behaviour = 'fine'
    await expect(async () => {
      const button = page.getByRole('button', { name: 'Try now' }).first()
      if (await button.isVisible()) await button.click()
      await expect(page.getByText('Everything has gone out.')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    expect(mailServer.received.map(({ to }) => to?.[0]?.address)).toContain(
      'wendy.waits@visitors.test',
    )
    await expect(page.getByText(/could not be delivered since/)).toHaveCount(0, { timeout: 20_000 })
    await expect(rows().first()).toContainText('Sent just now')
  })

  test('a mail that was given up says why, is found by its state and sent on demand', async () => {
    mailServer.behaviour = 'message-554'
    const id = await product.sendEnquiry('Fay Fails')
    await page.goto(`/admin/enquiries/${id}`)
    const office = officeMail(page)
    await expect(office).toContainText('Given up after one try: the server refused: 554', {
      timeout: 20_000,
    })
    await page.goto('/admin/mail')
    await page.getByLabel('State').selectOption('Failed')
    await expect(page).toHaveURL('/admin/mail?state=failed')
    await expect(rows()).toHaveCount(2)
    await page.getByLabel('Search by address or subject').fill('fay.fails@')
    await expect(page).toHaveURL(/state=failed/)
    await expect(rows()).toHaveCount(1)
    // The filters are in the URL, so they survive a reload.
    await page.reload()
    await expect(rows()).toHaveCount(1)
    await expect(rows()).toContainText('Given up after one try: the server refused: 554')
    mailServer.behaviour = 'fine'
    await rows().getByRole('button', { name: 'Try again' }).click()
    await expect(notice(page, 'On its way again')).toBeVisible()
    await expect(page.getByText('No email matches.')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(rows().filter({ hasText: 'fay.fails@visitors.test' })).toContainText('Sent')
  })

  test('a refused address is marked, and a refused invitation is discarded', async () => {
    mailServer.behaviour = 'recipient-550'
    const id = await product.sendEnquiry('Rita Refused')
    await product.post('auth/v1/invite', { email: 'newcomer@visitors.test' })
    await page.goto(`/admin/enquiries/${id}`)
    const detail = page.getByRole('complementary')
    await expect(
      detail.getByText('The mail server refused this address.', { exact: true }),
    ).toBeVisible({ timeout: 20_000 })
    await page.getByRole('link', { name: 'See and try again' }).click()
    const invitation = rows().filter({ hasText: 'newcomer@visitors.test' })
    await expect(invitation).toContainText('Invitation')
    await expect(invitation).toContainText('the server refused the address: 550')
    await expect(invitation).toContainText('Its link expires')
    await invitation.getByRole('button', { name: 'Discard' }).click()
    await expect(notice(page, 'Email discarded')).toBeVisible()
    await expect(invitation).toHaveCount(0)
  })
})

test('without a mail server a mail is in the outbox, to be read, and not sent', async ({
  page,
}) => {
  const name = `Kept ${crypto.randomUUID().slice(0, 8)}`
  const answer = await page.request.post('/functions/v1/contact-webhook', {
    data: {
      name,
      email: 'kept@visitors.test',
      phone: '01632 960556',
      address: 'WR1 2AB',
      service: 'Other',
      message: 'Please ring me about the gate.',
      gdpr_consent: true,
    },
  })
  const { id } = await answer.json()
  await signIn(page, admin, `/admin/enquiries/${id}`)
  const detail = page.getByRole('complementary')
  await expect(detail.getByText('In the outbox').first()).toBeVisible()
  await expect(detail).toContainText('Kept in the outbox: no mail server was set up then.')
  await expect(detail.getByText(/^(Delivered|Sent)$/)).toHaveCount(0)
  await openTab(page, 'Mail')
  await expect(page.getByText(/in the outbox: no mail server is set up\./).first()).toBeVisible()
  await page.getByLabel('Search by address or subject').fill(name)
  const row = page.getByRole('tabpanel').getByRole('listitem')
  await expect(row).toHaveCount(1)
  await row.getByText('Read the email').click()
  await expect(row).toContainText('Please ring me about the gate.')
})
