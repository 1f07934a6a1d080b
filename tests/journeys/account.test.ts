// Accounts in the dashboard: inviting somebody, sessions, what was done.
import {
  findViolations,
  linkMailedTo,
  makePerson,
  notice,
  openTab,
  post,
  signIn,
} from './support/dashboard.ts'
import { desktop, expect, phone, readTable, secretKey, test } from './support/product.ts'

test('an invited person without a role reads who can give them one', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `invited-${Date.now()}@journeys.test`
  // The dashboard always gives a role; the secret key need not.
  await post('auth/v1/invite', { email })
  const theirs = await (await browser.newContext({ baseURL })).newPage()
  await theirs.goto(await linkMailedTo(email))
  await theirs.getByLabel('New password').fill('wheelbarrow 42')
  await theirs.getByRole('button', { name: 'Save the password' }).click()
  await expect(theirs.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(await findViolations(theirs)).toEqual([])
  await signIn(page)
  await openTab(page, 'Users')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(notice(page, 'Admin role granted successfully')).toBeVisible()
  await theirs.getByRole('button', { name: 'Try again' }).click()
  await expect(theirs.getByRole('tab', { name: 'Users' })).toBeVisible()
  await theirs.close()
  await openTab(page, 'Mail')
  await expect(page.getByText(`to ${email}`).first()).toBeVisible()
})

test('somebody changes their name and password and ends another session', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await makePerson('Old Name', 'admin')
  const elsewhere = await (await browser.newContext({ baseURL })).newPage()
  await signIn(elsewhere, person)
  await signIn(page, person)
  await openTab(page, 'Account')
  await page.getByLabel('Full name').fill('New Name')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(notice(page, 'Name saved')).toBeVisible()
  const [profile] = await readTable(`profiles?id=eq.${person.id}`)
  expect(profile?.full_name).toBe('New Name')

  await page.getByRole('button', { name: 'Sign out there' }).click()
  await expect(notice(page, 'Signed out there')).toBeVisible()
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out there' })).toHaveCount(0)
  await elsewhere.close()

  await page.getByLabel('New password').fill('quite another one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(notice(page, 'Password changed')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { ...person, password: 'quite another one' })
})

test('what failed to deliver is announced and sent again', async ({ page }) => {
  const enquiry = `Failed Delivery ${Date.now()}`
  const { id } = await post('functions/v1/contact-webhook', {
    name: enquiry,
    email: 'visitor@visitors.test',
    phone: '01632 960123',
    address: 'WR1 2AB',
    service: 'Other',
    message: 'Please ring me about the hedge.',
    gdpr_consent: true,
  })
  await expect
    .poll(async () => {
      const rows = await readTable(`enquiry_deliveries?enquiry_id=eq.${id}&state=eq.in_outbox`)
      return rows.length
    })
    .toBe(2)
  // There is no failing mail server here: the record alone says that it failed.
  const [delivery] = await readTable(`enquiry_deliveries?enquiry_id=eq.${id}&limit=1`)
  await fetch(`${process.env.PRODUCT_URL}/rest/v1/enquiry_deliveries?id=eq.${delivery?.id}`, {
    method: 'PATCH',
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ state: 'failed', last_error: 'Connection refused', tries: 9 }),
  })
  await signIn(page)
  await expect(page.getByText('One delivery has failed.')).toBeVisible()
  await page.getByRole('link', { name: 'See and send again' }).click()
  await expect(page.getByText('Connection refused')).toBeVisible()
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(notice(page, 'On its way again')).toBeVisible()
  await expect(page.getByText('No delivery has failed.')).toBeVisible()
})
