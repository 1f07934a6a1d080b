// Mails that did not go out: seen at the enquiry and under Mail, sent again or dropped.
import { findViolations, notice, openTab, post, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, readTable, secretKey, test } from './support/product.ts'

test('an address that the mail server refused is marked at the enquiry', async ({ page }) => {
  const name = `Refused ${crypto.randomUUID().slice(0, 8)}`
  const { id } = await post('functions/v1/contact-webhook', {
    name,
    email: 'typo@visitors.test',
    phone: '01632 960556',
    address: 'WR1 2AB',
    service: 'Other',
    message: 'Please ring me about the gate.',
    gdpr_consent: true,
  })
  const kept = `enquiry_deliveries?enquiry_id=eq.${id}&state=eq.in_outbox`
  await expect.poll(() => readTable(kept)).toHaveLength(2)
  // There is no mail server here that could refuse it: the record alone says so. Not as failed, which
  // other journeys would count.
  const words = 'The mail server refused this address: 550 5.1.1 No such user here'
  await fetch(
    `${process.env.PRODUCT_URL}/rest/v1/enquiry_deliveries?enquiry_id=eq.${id}&channel=eq.thank_you_mail`,
    {
      method: 'PATCH',
      headers: { apikey: secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ last_error: words, refused: 'address' }),
    },
  )
  await signIn(page)
  await openTab(page, 'Enquiries')
  await page.getByLabel('Search enquiries').fill(name)
  await page.getByRole('button', { name }).click()
  const detail = page.getByRole('complementary')
  await expect(
    detail.getByText('The mail server refused this address.', { exact: true }),
  ).toBeVisible()
  await expect(detail.getByText('550 5.1.1 No such user here')).toBeVisible()
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  await detail.getByRole('button', { name: 'Send again' }).last().click()
  await expect(notice(page, 'On its way again')).toBeVisible()
  await expect.poll(() => readTable(kept)).toHaveLength(2)
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

test('account mails are listed, sent again and dropped', async ({ page }) => {
  // The journeys have no mail server, so no account mail fails: the answer of the server is given.
  const mail = {
    id: crypto.randomUUID(),
    about: 'invite',
    to: 'newcomer@visitors.test',
    state: 'failed',
    tries: 1,
    last_error: 'The mail server refused this address: 550 No such user here',
    created_at: hours(-2),
    next_try_at: null,
    expires_at: hours(22),
  }
  const waiting = {
    ...mail,
    id: crypto.randomUUID(),
    about: 'recovery',
    to: 'colleague@visitors.test',
    state: 'waiting',
    tries: 4,
    last_error: 'connect ECONNREFUSED',
    next_try_at: hours(3),
  }
  let mails = [mail, waiting]
  const asked: string[] = []
  await page.route('**/functions/v1/staff-mails', (route) => route.fulfill({ json: { mails } }))
  await page.route('**/functions/v1/staff-*-mail', (route) => {
    const { mail_id } = route.request().postDataJSON()
    asked.push(`${route.request().url().split('/').at(-1)} ${mail_id}`)
    mails = mails.filter(({ id }) => id !== mail_id)
    return route.fulfill({ json: { ok: true } })
  })
  await signIn(page)
  await expect(page.getByText(/one account mail.* failed\./i)).toBeVisible()
  await page.getByRole('link', { name: 'See and send again' }).click()
  const rows = page.getByRole('listitem')
  const invitation = rows.filter({ hasText: 'Invitation to newcomer@visitors.test' })
  await expect(invitation).toContainText('550 No such user here')
  await expect(invitation).toContainText('tried once, not tried again. It expires in 22 hours.')
  const reset = rows.filter({ hasText: 'Link to choose a new password' })
  await expect(reset).toContainText('tried 4 times, next try in 3 hours')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      expect(await findViolations(page)).toEqual([])
    }
  }
  await reset.getByRole('button', { name: 'Send again' }).click()
  await expect(notice(page, 'On its way again')).toBeVisible()
  await expect(reset).toHaveCount(0)
  await invitation.getByRole('button', { name: 'Drop' }).click()
  await expect(notice(page, 'Mail dropped')).toBeVisible()
  await expect(page.getByText('No account mail is held up.')).toBeVisible()
  expect(asked).toEqual([`staff-resend-mail ${waiting.id}`, `staff-drop-mail ${mail.id}`])
})
