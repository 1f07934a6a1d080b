// Accounts in the dashboard: invitations, sessions, activity.
import { findViolations } from './support/axe.ts'
import {
  codeMailedTo,
  linkMailedTo,
  makePerson,
  notice,
  openTab,
  post,
  signIn,
} from './support/dashboard.ts'
import { expect, readTable, test } from './support/product.ts'

test('an invited person without a role reads who can give them one', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `invited-${Date.now()}@journeys.test`
  // The dashboard always sets a role; with the secret key it is optional.
  await post('auth/v1/invite', { email })
  const theirs = await (await browser.newContext({ baseURL })).newPage()
  await theirs.goto(await linkMailedTo(email))
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click()
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

test('somebody changes the email address they sign in with', async ({ page }) => {
  const person = await makePerson('Mary Moved', 'staff')
  const renamed = `moved-${Date.now()}@journeys.test`
  await signIn(page, person)
  await openTab(page, 'Account')
  const field = page.getByLabel('New email address')
  const send = page.getByRole('button', { name: 'Change email address' })
  await field.fill('nowhere')
  await send.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(person.email.toUpperCase())
  await send.click()
  await expect(page.getByText('You sign in with this address already')).toBeVisible()
  await field.fill(renamed)
  await send.click()
  await expect(notice(page, 'Emails sent to both addresses')).toBeVisible()
  await expect(page.getByText(`It changes to ${renamed} once both`)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // The address in use gets a code alone: mail filters follow links.
  await page.goto('/auth?enter-code=email_change')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Code from the email').fill(await codeMailedTo(person.email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(notice(page, 'Almost there')).toBeVisible()
  await expect(page).toHaveURL(/\/admin/)
  await page.goto(await linkMailedTo(renamed))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(notice(page, 'Email address changed')).toBeVisible()
  await openTab(page, 'Account')
  await expect(page.getByText(`You sign in with ${renamed}.`)).toBeVisible()
  const [profile] = await readTable(`profiles?id=eq.${person.id}`)
  expect(profile?.email).toBe(renamed)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { ...person, email: renamed })
})
