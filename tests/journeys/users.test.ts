// Users and their roles in the dashboard.
import { findViolations } from './support/axe.ts'
import { linkMailedTo, makePerson, notice, openTab, post, signIn } from './support/dashboard.ts'
import { makeEnquiry, unique } from './support/enquiries.ts'
import { desktop, expect, phone, readTable, test } from './support/product.ts'

test('an administrator makes another and takes the role away again', async ({ page }) => {
  const person = await makePerson('Rowan Role', 'editor')
  const nameless = await makePerson()
  await signIn(page)
  await openTab(page, 'Users')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.filter({ hasText: nameless.email })).toContainText('No name')
  // Newest first, even if other journeys have added users meanwhile.
  const shown = await rows.allTextContents()
  const placeOf = (email: string) => shown.findIndex((text) => text.includes(email))
  expect(placeOf(nameless.email)).toBeLessThan(placeOf(person.email))

  await page.getByLabel('Search users').fill('rowan role')
  const row = rows.filter({ hasText: person.email })
  await expect(row.getByText('editor', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await expect(notice(page, 'Admin role granted successfully')).toBeVisible()
  await expect(row.getByText('admin', { exact: true })).toBeVisible()
  expect(await rolesOf(person.id)).toEqual(['admin', 'editor'])
  await row.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(notice(page, 'Admin role removed successfully')).toBeVisible()
  expect(await rolesOf(person.id)).toEqual(['editor'])
})

test('an account whose address nobody has confirmed is marked', async ({ page }) => {
  const email = `squatter-${Date.now()}@example.com`
  await post('auth/v1/signup', { email, password: 'rake-the-leaves-9' })
  const invited = await makePerson('Ida Invited')
  await signIn(page)
  await openTab(page, 'Users')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.filter({ hasText: email })).toContainText('Email not confirmed')
  await expect(rows.filter({ hasText: invited.email })).not.toContainText('Email not confirmed')
  await page.setViewportSize(phone)
  expect(await findViolations(page)).toEqual([])
})

test('disabling asks first, says what happened and can be undone', async ({ page }) => {
  const person = await makePerson('Dilys Disabled', 'staff')
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  const row = page.getByRole('listitem').filter({ hasText: person.email })
  const dialog = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog).toContainText('Disable the account of Dilys Disabled?')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByText('Disabled', { exact: true })).toHaveCount(0)

  await row.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Dilys Disabled can no longer sign in.')).toBeVisible()
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'Account enabled')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Users' })).toBeFocused()
  await expect(row.getByText('Disabled', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, person)
})

test('disabling says which enquiries are left with the colleague', async ({ page }) => {
  const word = unique()
  const name = `Wyn ${word}`
  const person = await makePerson(name, 'staff')
  for (const status of ['new', 'quoted', 'lost']) {
    await makeEnquiry(`Ada ${status} ${word}`, word, { status, assigned_to: person.id })
  }
  await signIn(page, await makePerson('Fern Hill', 'admin'), '/admin/users')
  await page.getByLabel('Search users').fill(person.email)
  const row = page.getByRole('listitem').filter({ hasText: person.email })
  const dialog = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog).toContainText('2 open enquiries stay assigned to them.')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
  await page.goto(`/admin/enquiries?source=${word}`)
  await page
    .getByLabel('Assigned to', { exact: true })
    .selectOption({ label: `${name} (former colleague)` })
  await expect(page.getByRole('button', { name: `Ada new ${word}` })).toBeVisible()
  // Handed over, they are offered no more.
  await page.getByLabel('Select all of this page').check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('No enquiry matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(
    page.getByLabel('Assigned to', { exact: true }).getByRole('option', { name }),
  ).toHaveCount(0)
})

test('a reset asks first, says to whom it went and can be withdrawn', async ({ page }) => {
  const person = await makePerson('Rhys Reset', 'staff')
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  const send = page.getByRole('button', { name: 'Send reset' })
  await send.first().click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(person.email)
  await dialog.getByRole('button', { name: 'Send reset' }).click()
  await expect(page.getByText(`has gone to ${person.email}`)).toBeVisible()
  const link = await linkMailedTo(person.email)
  await page.getByRole('button', { name: 'Withdraw the link' }).click()
  await expect(notice(page, 'The link no longer works')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText('invalid or has expired')
})

test('removing your own role asks first and leads out', async ({ page }) => {
  const person = await makePerson('Own Role', 'admin')
  await signIn(page, person)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  await page.getByRole('button', { name: 'Remove Admin' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Remove your own admin role?')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await rolesOf(person.id)).toEqual(['admin'])
  await page.getByRole('button', { name: 'Remove Admin' }).click()
  await dialog.getByRole('button', { name: 'Remove my role' }).click()
  await expect(page).toHaveURL('/')
  await expect(notice(page, 'Admin role removed successfully')).toBeVisible()
  expect(await rolesOf(person.id)).toEqual([])
})

test("a refused removal shows the database's own reason", async ({ page }) => {
  const person = await makePerson('Last One', 'admin')
  await signIn(page)
  await openTab(page, 'Users')
  // Other journeys need this server's last administrator.
  await page.route('**/rest/v1/user_roles*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 400,
          json: { code: 'P0001', message: 'The last administrator cannot be removed' },
        })
      : route.fallback(),
  )
  await page.getByLabel('Search users').fill(person.email)
  await page.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(page.getByRole('alert')).toContainText('The last administrator cannot be removed')
})

test('failed calls are told within three seconds', async ({ page }) => {
  await signIn(page)
  await openTab(page, 'Users')
  await page.route('**/rest/v1/profiles*', (route) => route.abort())
  // From the call that failed: how long a page loads is another matter.
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/profiles'),
  )
  await page.reload()
  await failed
  await expect(page.getByRole('alert')).toContainText('Failed to fetch users', { timeout: 3_000 })
  await page.unroute('**/rest/v1/profiles*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  await page.route('**/rest/v1/user_roles*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Make Admin' }).first().click()
  await expect(notice(page, 'Failed to update user role')).toBeVisible({ timeout: 3_000 })
})

test('Left and Right move between the tabs at every width', async ({ page }) => {
  await signIn(page)
  await openTab(page, 'Users')
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    const users = page.getByRole('tab', { name: 'Users' })
    const reviews = page.getByRole('tab', { name: 'Reviews' })
    await users.focus()
    await page.keyboard.press('ArrowRight')
    await expect(reviews).toBeFocused()
    await expect(reviews).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { level: 2, name: 'Reviews' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(users).toBeFocused()
    await expect(users).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tab').last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(users).toBeFocused()
  }
})

test('all tabs of an administrator fit a small laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await makeEnquiry(`Nia ${unique()}`, unique())
  await signIn(page)
  const tabs = page.getByRole('tablist')
  const hidden = () => tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  // With the number of new enquiries, which comes later.
  await expect(tabs.locator('.tab-count').filter({ hasText: /\d/ })).not.toHaveCount(0)
  await expect.poll(hidden).toBe(0)
  await expect(page.getByRole('tab', { name: 'Account' })).toBeInViewport({ ratio: 1 })
})

test('axe finds nothing in the dashboard, and it fits a phone', async ({ page }) => {
  test.slow()
  await makePerson('A person with a rather long name for a narrow telephone', 'head-gardener')
  await post('rest/v1/google_reviews', { author_name: 'Axe Author', review_text: 'Fine.' })
  await signIn(page)
  await openTab(page, 'Users')
  const names = await page.getByRole('tab').allInnerTexts()
  for (const name of names.map((text) => text.split('\n')[0] ?? '')) {
    await openTab(page, name)
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    for (const [colorScheme, viewport] of [
      ['light', phone],
      ['dark', desktop],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      expect(await findViolations(page), `${name} ${colorScheme}`).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        name,
      ).toBeLessThanOrEqual(0)
    }
  }
})

async function rolesOf(id: string) {
  const rows = await readTable(`user_roles?user_id=eq.${id}&select=role&order=role`)
  return rows.map(({ role }) => role)
}
