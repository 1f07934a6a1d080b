// From the invitation to the dashboard: an administrator selects a role, the user follows the link in
// the email, chooses a password, and sees the tabs of that role.
import type { Browser, Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import {
  linkMailedTo,
  mailTextTo,
  makePerson,
  notice,
  openTab,
  post,
  signIn,
} from './support/dashboard.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

const every = [
  ...['Users', 'Reviews', 'Today', 'Enquiries', 'Website', 'Figures', 'Mail', 'Personal data'],
  ...['Activity', 'Status'],
  'Account',
]
const roles = [
  {
    role: 'staff',
    choice: 'Staff',
    told: 'You will be able to work on enquiries, see the figures and draft texts of the website.',
    tabs: ['Today', 'Enquiries', 'Website', 'Figures', 'Account'],
  },
  {
    role: 'admin',
    choice: 'Administrator',
    told: 'You will be an administrator',
    tabs: every,
  },
]

const tabNames = async (page: Page) =>
  (await page.getByRole('tab').allInnerTexts()).map((text) => text.split('\n')[0])

async function invite(page: Page, { choice, email }: { choice: string; email: string }) {
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Ines Invited')
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(notice(page, `The invitation for ${email} is in the outbox`)).toBeVisible()
}

const elsewhere = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage()

test.describe('who is invited', () => {
  for (const { role, choice, told, tabs } of roles) {
    test(`as ${role} has that role and its tabs`, async ({ page, browser, baseURL }) => {
      const email = `${role}-${Date.now()}@journeys.test`
      await post('functions/v1/contact-webhook', enquiry(`For ${role}`))
      await invite(page, { choice, email })
      const row = page.getByRole('listitem').filter({ hasText: email })
      await expect(row).toContainText(`Invited as ${choice.toLowerCase()}`)
      expect(await mailTextTo(email)).toContain(told)

      const theirs = await elsewhere(browser, baseURL)
      await theirs.goto(await linkMailedTo(email))
      await theirs.getByRole('button', { name: 'Accept the invitation' }).click()
      await theirs.getByLabel('New password').fill('wheelbarrow 42')
      await theirs.getByRole('button', { name: 'Save the password' }).click()
      await expect(theirs).toHaveURL(/\/admin\/enquiries$/)
      await expect(theirs.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      expect(await tabNames(theirs)).toEqual(tabs)
      await expect(theirs.locator('.desk-role')).toHaveText(choice)
      await openTab(theirs, 'Account')
      await expect(theirs.getByRole('tabpanel')).toContainText(choice)
      expect(await rolesOf(email)).toEqual([role])

      // The link works once; afterwards the user signs in with the password.
      await theirs.getByRole('button', { name: 'Sign out' }).click()
      await expect(theirs).toHaveURL(/\/auth$/)
      await signIn(theirs, { email, password: 'wheelbarrow 42' })
      expect(await tabNames(theirs)).toEqual(tabs)
      await theirs.close()

      await openTab(page, 'Activity')
      await expect(page.getByText(`gave ${email} the role ${role}`)).toBeVisible()
    })
  }
})

test('staff work on an enquiry and on nothing else', async ({ page }) => {
  const asked: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 401 || answer.status() === 403) asked.push(answer.url())
  })
  const person = await makePerson('Stella Staff', 'staff')
  const name = `Worked On ${Date.now()}`
  const { id } = await post('functions/v1/contact-webhook', enquiry(name))
  await signIn(page, person)
  await expect(page).toHaveURL('/admin/enquiries')
  // Search, bulk move, export.
  await page.getByLabel('Search enquiries').fill(name)
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await download
  await expect(notice(page, '1 enquiry exported')).toBeVisible()
  await page.getByLabel('Select all of this page').check()
  await page.getByLabel('Move selected enquiries to').selectOption('Spam')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(notice(page, 'Enquiry moved to Spam')).toBeVisible()

  // Open, release, add a note, move, send an email again.
  await page.goto(`/admin/enquiries/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Not spam' }).click()
  await page.getByLabel('New note').fill('Rang, will call back')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Rang, will call back' }),
  ).toContainText('Stella Staff')
  const detail = page.getByRole('complementary')
  await detail.getByRole('button', { name: 'Contacted' }).click()
  await expect(notice(page, 'Enquiry moved to Contacted')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await detail.getByRole('button', { name: 'Try again' }).first().click()
  await expect(notice(page, 'On its way again')).toBeVisible()
  await expect(page.getByText('Export or erase')).toHaveCount(0)
  await openTab(page, 'Figures')
  await expect(page.getByText('Enquiries per week')).toBeVisible()
  // The dashboard sent no request that was refused.
  expect(asked).toEqual([])

  for (const address of ['users', 'reviews', 'mail', 'personal-data', 'activity', 'status']) {
    await page.goto(`/admin/${address}`)
    await expect(page.getByRole('heading', { name: /is for administrators$/ })).toBeVisible()
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)
  }
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Go to Enquiries' }).click()
  await expect(page).toHaveURL('/admin/enquiries')
})

test('a role is changed in the list, and the person has its tabs', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await makePerson('Rita Roles')
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  const row = page.getByRole('listitem').filter({ hasText: person.email })
  const theirs = await elsewhere(browser, baseURL)

  await row.getByRole('button', { name: 'Make Staff' }).click()
  await expect(notice(page, 'Staff role granted successfully')).toBeVisible()
  await expect(row.getByText('staff', { exact: true })).toBeVisible()
  await signIn(theirs, person)
  expect(await tabNames(theirs)).toEqual(['Today', 'Enquiries', 'Website', 'Figures', 'Account'])

  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(notice(page, 'Admin role granted successfully')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('tab', { name: 'Users' })).toBeVisible()

  await row.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(notice(page, 'Admin role removed successfully')).toBeVisible()
  await row.getByRole('button', { name: 'Remove Staff' }).click()
  await expect(notice(page, 'Staff role removed successfully')).toBeVisible()
  await theirs.goto('/admin')
  await expect(theirs).toHaveURL('/')
  await expect(theirs.getByRole('alert').getByText('Access Denied')).toBeVisible()
  await theirs.close()
})

test('an administrator is made staff at once', async ({ page }) => {
  const person = await makePerson('Dora Demoted', 'admin')
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  const row = page.getByRole('listitem').filter({ hasText: person.email })
  await row.getByRole('button', { name: 'Make Staff' }).click()
  await expect(notice(page, 'Staff role granted successfully')).toBeVisible()
  expect(await rolesOf(person.email)).toEqual(['staff'])
})

async function rolesOf(email: string) {
  const [profile] = await readTable(`profiles?email=eq.${email}&select=id`)
  const rows = await readTable(`user_roles?user_id=eq.${profile?.id}&select=role&order=role`)
  return rows.map(({ role }) => role)
}

const enquiry = (name: string) => ({
  name,
  email: `${name.replaceAll(' ', '-').toLowerCase()}@visitors.test`,
  phone: '01632 960123',
  address: 'WR1 2AB',
  service: 'Other',
  message: 'Please ring me about the hedge.',
  gdpr_consent: true,
})
