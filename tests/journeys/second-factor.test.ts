// Two-factor sign-in: an authenticator app, and recovery when it is lost.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { findViolations } from './support/axe.ts'
import { mailedTo, makePerson, notice, openTab, type Person, signIn } from './support/dashboard.ts'
import { desktop, expect, phone, test } from './support/product.ts'

test('a second factor is set up, asked for at the door, and turned off', async ({ page }) => {
  const person = await makePerson('Tessa Totp', 'admin')
  await signIn(page, person)
  const secret = await setUpSecondFactor(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInToSecondStep(page, person)
  // Neither a direct URL nor a reload bypasses it.
  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(notice(page, 'Sign in failed')).toBeVisible()
  await expect(page.locator('form').getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  // A code works once, so use the next one after set-up.
  const epoch = Math.floor(Date.now() / 1000) + 30
  await page.getByLabel('Code').fill(await generate({ secret, epoch }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await openTab(page, 'Account')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(notice(page, 'Two-factor is off')).toBeVisible()
})

test('a wrong code while setting up is told in plain words', async ({ page }) => {
  await signIn(page, await makePerson('Tessa Typo', 'staff'), '/admin/account')
  await page.getByRole('button', { name: 'Set up two-factor' }).click()
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(notice(page, 'That code is not right, or its time is up.')).toBeVisible()
  await expect(page.getByText('TOTP')).toHaveCount(0)
})

test('a recovery code lets in who lost the phone, once', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL })
  const person = await makePerson('Rory Recovery', 'admin')
  await signIn(page, person)
  await setUpSecondFactor(page)
  const sheet = page.getByRole('region', { name: 'Recovery codes' })
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const codes = await sheet.getByRole('listitem').allTextContents()
  await sheet.getByRole('button', { name: 'Copy' }).click()
  await expect(notice(page, 'Recovery codes copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  for (const code of codes) expect(file).toContain(code)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
  await sheet.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  await page.reload()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInToSecondStep(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Recovery code').fill('AAAAA-AAAAA-AAAAA')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(notice(page, 'This code is not valid')).toBeVisible()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(notice(page, 'Please set up two-factor again.')).toBeVisible()
  await expect(page).toHaveURL('/admin/account')
  await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  await openTab(page, 'Activity')
  await expect(page.getByText('signed in with a recovery code').first()).toBeVisible()
  expect(await mailedTo(person.email, 'A recovery code was used')).toBe(true)
})

test('new recovery codes replace the old ones', async ({ page }) => {
  await signIn(page, await makePerson('Nora New', 'admin'))
  await setUpSecondFactor(page)
  const sheet = page.getByRole('region', { name: 'Recovery codes' })
  const before = await sheet.getByRole('listitem').allTextContents()
  await sheet.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('The codes that you have now stop working.')
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const after = await sheet.getByRole('listitem').allTextContents()
  expect(after.filter((code) => before.includes(code))).toEqual([])
})

test('somebody without a role gets past a lost phone too', async ({ page }) => {
  const person = await makePerson('Polly Plain', 'admin')
  const other = await makePerson('Other Admin', 'admin')
  await signIn(page, person)
  await setUpSecondFactor(page)
  const [code] = await page.getByRole('region', { name: 'Recovery codes' }).locator('code').all()
  const kept = (await code?.textContent()) ?? ''
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, other)
  await openTab(page, 'Users')
  await page.getByLabel('Search users').fill(person.email)
  await page.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(notice(page, 'Admin role removed successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await signInToSecondStep(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(kept)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
})

/** Leaves the page at the recovery codes; returns the app's secret. */
async function setUpSecondFactor(page: Page): Promise<string> {
  await openTab(page, 'Account')
  await page.getByRole('button', { name: 'Set up two-factor' }).click()
  await expect(page.getByAltText('Code to scan with an authenticator app')).toBeVisible()
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(notice(page, 'Two-factor is on')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  return secret
}

async function signInToSecondStep(page: Page, { email, password }: Person): Promise<void> {
  await expect(page).toHaveURL('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
}
