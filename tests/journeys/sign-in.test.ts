// Sign-in, sign-out, sign-up, and access to the dashboard by role.
import { findViolations } from './support/axe.ts'
import {
  codeMailedTo,
  linkMailedTo,
  makePerson,
  notice,
  openTab,
  signIn,
} from './support/dashboard.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'

test('an administrator signs in and out', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/(enquiries|users)$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  const key = await page.evaluate(() => Object.keys(localStorage))
  expect(key).toContain('sb-127-auth-token')

  await page.goto('/auth')
  await expect(page).toHaveURL(/\/admin\/(enquiries|users)$/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(await page.evaluate(() => localStorage.getItem('sb-127-auth-token'))).toBeNull()
})

test('sign-in is half a picture on a large screen, and loads none on a phone', async ({ page }) => {
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url())
  })
  await page.setViewportSize(phone)
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(pictures.filter((url) => url.includes('/pictures/'))).toEqual([])

  await page.setViewportSize(desktop)
  await page.goto('/auth')
  const picture = await page.locator('.sign-in-picture img').boundingBox()
  const form = await page.locator('.auth-card').boundingBox()
  expect(picture?.width).toBe(desktop.width / 2)
  expect(picture?.height).toBeGreaterThan(desktop.height / 2)
  expect(form?.x).toBeGreaterThanOrEqual(desktop.width / 2)
})

test('inputs are off while the call runs, and a wrong password is told', async ({ page }) => {
  await page.clock.install()
  await page.goto('/auth')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/v1/token*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
  answer()
  await expect(page.getByRole('alert').getByText('Sign in failed')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Invalid login credentials')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeEnabled()
  // It stays in the form after the toast has gone, until the next attempt.
  const atForm = page.locator('form').getByRole('alert')
  await expect(atForm).toContainText('The email address or the password is wrong')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.clock.runFor(10_000)
  await expect(page.getByText('Sign in failed')).toBeHidden()
  await expect(atForm).toBeVisible()
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Forgotten your password?' }).click()
  await expect(atForm).toHaveCount(0)
  await expect(page).toHaveURL('/auth')
})

test('what is missing is said beneath its field and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/token') && sent.push(request.url()))
  await page.goto('/auth')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(sent).toEqual([])
})

test('a password can be shown', async ({ page }) => {
  await page.goto('/auth')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('sign-up leads back to sign-in and leaves nobody signed in', async ({ page }) => {
  await page.goto('/auth?mode=sign-up')
  const email = `new-${Date.now()}@journeys.test`
  await page.getByLabel('Full name').fill('Newt Newman')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('garden gate 7')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(notice(page, 'Success!')).toBeVisible()
  await expect(notice(page, 'Account created successfully. You can now sign in.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await page.goto('/auth?mode=sign-up')
  await page.getByLabel('Full name').fill('Newt Newman')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('garden gate 7')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert').getByText('Sign up failed')).toBeVisible()
  await expect(page.getByRole('alert').getByText('User already registered')).toBeVisible()
})

test('nobody leads to the door, and the door leads back', async ({ page }) => {
  await page.goto('/admin?tab=reviews')
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/admin/reviews')
  await expect(page.getByRole('tab', { name: 'Reviews' })).toHaveAttribute('aria-selected', 'true')
})

test('a plain user is sent home with the reason', async ({ page }) => {
  const person = await makePerson('Plain Person')
  await page.goto('/auth')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  const alert = page.getByRole('alert')
  await expect(alert.getByText('Access Denied')).toBeVisible()
  await expect(alert).toContainText("You don't have permission to access this page.")
})

test('a disabled person reads why, and a stranger does not', async ({ page }) => {
  const person = await makePerson('Dennis Disabled', 'staff')
  await signIn(page)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(notice(page, 'Account disabled and signed out')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')

  const atForm = page.locator('form').getByRole('alert')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('a wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(atForm).toContainText('The email address or the password is wrong')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(atForm).toContainText(
    'This account has been switched off. Ask an administrator to switch it on again.',
  )
})

test('a spinner shows while it is not known who asks', async ({ page }) => {
  await signIn(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/user_roles*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin')
  await expect(page.getByText('Loading the dashboard…')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  answer()
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
})

test('a forgotten password is replaced by the link in the mail', async ({ page }) => {
  const person = await makePerson('Forgetful Person', 'admin')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgotten your password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await linkMailedTo(person.email)
  // A mail server's filter opens the link first, and lets the scripts of the page run.
  await page.goto(link, { waitUntil: 'networkidle' })
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  await page.getByLabel('New password').fill('another good password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page).toHaveURL(/\/admin\/(enquiries|users)$/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { ...person, password: 'another good password' })
})

test('a spent link says why it does not work', async ({ page }) => {
  const told = page.locator('form').getByRole('alert')
  await page.goto('/auth?enter-code=recovery&token=0000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(told).toContainText('invalid or has expired')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // As other clients' emails and those for a sign-up lead.
  await page.goto('/auth/v1/verify?token=0000&type=recovery')
  await expect(told).toContainText('invalid or has expired')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a text in the address is not shown as our own', async ({ page }) => {
  const lie = 'Your account is locked. Ring 0900 123 456'
  const fragment = new URLSearchParams({ error: 'access_denied', error_description: lie })
  await page.goto(`/auth#${fragment}`)
  await expect(page.locator('form').getByRole('alert')).toContainText('cancelled or refused there')
  await expect(page.getByText('0900')).toHaveCount(0)
  await page.goto('about:blank')
  await page.goto(`/auth#message=${encodeURIComponent(lie)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('0900')).toHaveCount(0)
})

test('axe finds nothing at the door, and it fits a phone', async ({ page }) => {
  for (const path of ['/auth', '/auth?mode=sign-up', '/auth?setup=token']) {
    await page.goto(path)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const viewport of [desktop, phone]) {
        await page.setViewportSize(viewport)
        expect(await findViolations(page)).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
      }
    }
  }
})

test('the way in stands inside the site, the dashboard below a small way back', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get a Quote' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('All rights reserved')
  await expect(page.locator('.float-quote')).toHaveCount(0)
  await signIn(page, await makePerson('Frame Person', 'admin'))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'To the site' }).click()
  await expect(page).toHaveURL('/')
})

test('a forgotten password is replaced by the code in the mail', async ({ page }) => {
  const person = await makePerson('Forgetful Coder', 'admin')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgotten your password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByLabel('Code from the email').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText(/invalid|expired/i)
  await page.getByLabel('Code from the email').fill(await codeMailedTo(person.email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password').fill('an even better password')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
})
