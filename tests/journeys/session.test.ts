// The session in a real browser: it refreshes before it expires, tabs share one refresh, and a refused
// refresh signs out. The tests change the stored expiry and advance the browser's clock.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, openTab, post, signIn } from './support/dashboard.ts'
import { makeEnquiry, storedEnquiry } from './support/enquiries.ts'
import { expect, secretKey, test } from './support/product.ts'

const key = 'sb-127-auth-token'

/** Makes the client believe that its token expires in so many seconds. */
function letExpireIn(page: Page, seconds: number) {
  return page.evaluate(
    ([name, left]) => {
      const session = JSON.parse(localStorage.getItem(name) ?? '{}')
      session.expires_at = Math.round(Date.now() / 1000) + left
      localStorage.setItem(name, JSON.stringify(session))
    },
    [key, seconds] as const,
  )
}

function storedToken(page: Page) {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').refresh_token, key)
}

test('a session refreshes by itself before it ends, once for two tabs', async ({
  page,
  context,
}) => {
  await signIn(page, await makePerson('Fresh Person', 'admin'))
  const before = await storedToken(page)
  await letExpireIn(page, 125)
  let refreshes = 0
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes += 1
  })
  await context.clock.install()
  const second = await context.newPage()
  await Promise.all([page.goto('/admin'), second.goto('/admin')])
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
  await expect(second.getByRole('tab', { name: 'Users' })).toBeVisible()
  expect(refreshes).toBe(0)
  // The client checks every 30 seconds and skips a check during a request; three checks fit before the
  // expiry.
  await expect(async () => {
    await context.clock.fastForward(30_000)
    await expect.poll(() => refreshes, { timeout: 2_000 }).toBe(1)
  }).toPass({ timeout: 9_000 })
  await expect.poll(() => storedToken(second)).not.toBe(before)
  await context.clock.runFor(31_000)
  expect(refreshes).toBe(1)
  await expect(second.getByRole('tab', { name: 'Users' })).toBeVisible()
})

test('a refused refresh removes the session and leads to the door', async ({ page }) => {
  await signIn(page, await makePerson('Refused Person', 'admin'))
  // An open dashboard would itself leave for the door once its token has expired.
  await page.goto('/robots.txt')
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
      json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' },
    }),
  )
  await letExpireIn(page, -10)
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
})

test('signing out in one tab signs out in the other', async ({ page, context }) => {
  await signIn(page, await makePerson('Two Tabs', 'admin'))
  const second = await context.newPage()
  await second.goto('/admin')
  await expect(second.getByRole('tab', { name: 'Users' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(second).toHaveURL('/auth')
})

test('a reload on the way in still leads where somebody wanted to go', async ({ page }) => {
  const { email, password } = await makePerson('Cora Cut', 'admin')
  await signIn(page, { email, password })
  await openTab(page, 'Account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  // The Account tab has a part about emails.
  await expect(page).toHaveURL('/auth')
  await page.route('**/admin/account', (route) => route.abort('aborted'), { times: 1 })
  // Leaving the dashboard also aborts its pending requests: only this notice counts.
  const isCut = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/admin/account'),
  )
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isCut
  await page.reload()
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible()
  // After arriving, the user is not redirected there again.
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/admin\/(enquiries|users)$/)
})

test('a session that was ended elsewhere leads to the way in, and back', async ({ page }) => {
  const person = await makePerson('Ended Person', 'admin')
  await signIn(page, person, '/admin/figures')
  await endSessionsOf(person)
  await page.reload()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('Please sign in again')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/admin/figures')
})

test('a page that stays open when its session ends does not stay there', async ({ page }) => {
  const person = await makePerson('Open Person', 'admin')
  await signIn(page, person, '/admin/enquiries')
  await expect(page.getByLabel('Search enquiries')).toBeVisible()
  await endSessionsOf(person)
  await page.getByLabel('Search enquiries').fill('anything')
  await expect(page).toHaveURL('/auth')
})

test('a note survives a session that the browser lost', async ({ page }) => {
  const person = await makePerson('Lost Person', 'staff')
  const name = `Lost ${crypto.randomUUID().slice(0, 8)}`
  await makeEnquiry(name, 'lost-session')
  const path = `/admin/enquiries/${(await storedEnquiry(name)).id}`
  await signIn(page, person, path)
  await page.getByLabel('New note').fill('Rang, gate code 4711')
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('button', { name: 'Save note' }).click()
  const ended = page.getByRole('alert').filter({ hasText: 'notes, answers and forms' })
  await expect(ended).toContainText('Your sign-in has ended')
  await expect(page.getByLabel('New note')).toHaveValue('Rang, gate code 4711')
  await expect(page.getByText('enquiry_notes')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await ended.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(path)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.locator('.note-body')).toHaveText('Rang, gate code 4711')
})

test('text that was begun is there again after a session that was ended elsewhere', async ({
  page,
}) => {
  const person = await makePerson('Busy Person', 'staff')
  const name = `Busy ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, person, '/admin/enquiries')
  await page.getByRole('button', { name: 'New enquiry' }).click()
  const form = page.getByRole('form', { name: 'New enquiry' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Phone').fill('01632 960456')
  await form.getByLabel('Service').selectOption('Other')
  await form.getByLabel('What they need').fill('A hedge to be cut along the lane.')
  // The list asks every few seconds, and would be the first to notice.
  await page.route('**/rest/v1/**', (route) => route.abort())
  await endSessionsOf(person)
  const saved = page.waitForResponse('**/functions/v1/enquiry-enter')
  await form.getByRole('button', { name: 'Save enquiry' }).click()
  expect((await saved).status()).toBe(401)
  await expect(page).toHaveURL('/auth')
  await page.unroute('**/rest/v1/**')
  const note = page.getByText(
    'Your sign-in has ended. Please sign in again. What you had begun to write is kept.',
  )
  await expect(note).toBeVisible()
  await page.reload()
  await expect(note).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/admin/enquiries')
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await form.getByRole('button', { name: 'Save enquiry' }).click()
  await expect(page.getByRole('complementary').getByRole('heading', { name })).toBeVisible()
  // Only who was sent away is told why.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your sign-in has ended')).toHaveCount(0)
})

/** As another browser does when its owner signs out everywhere. */
async function endSessionsOf({ email, password }: { email: string; password: string }) {
  const { access_token } = await post('auth/v1/token?grant_type=password', { email, password })
  const answer = await fetch(`${process.env.PRODUCT_URL}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: secretKey, Authorization: `Bearer ${access_token}` },
  })
  expect(answer.status).toBe(204)
}
