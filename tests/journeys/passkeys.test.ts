// Passkeys in a real browser with a virtual authenticator: added, renamed, used to sign in and removed.
// They need a host name, so these journeys use localhost instead of 127.0.0.1.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice, openTab, type Person } from './support/dashboard.ts'
import { test as base, desktop, expect, phone } from './support/product.ts'
import { plugIn } from './support/virtual-authenticator.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  baseURL: async ({}, use) => {
    await use(process.env.PRODUCT_URL?.replace('127.0.0.1', 'localhost'))
  },
})

test('somebody adds a passkey, names it, signs in with it and removes it', async ({ page }) => {
  await withoutListInField(page)
  const device = await plugIn(page)
  const person = await makePerson('Pia Passkey', 'admin')
  await signInByPassword(page, person)
  await openTab(page, 'Account')
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(notice(page, 'Passkey added')).toBeVisible()
  await expect(panel.getByText('Chrome on Linux')).toBeVisible()
  await expect(panel.getByText('not used yet')).toBeVisible()
  expect(await device.credentials()).toHaveLength(1)

  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(notice(page, 'There is a passkey for you on that device already.')).toBeVisible()

  await panel.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await expect(panel.getByLabel('Name of the passkey')).toBeFocused()
  await lookAt(page)
  await panel.getByLabel('Name of the passkey').fill('Laptop in the shed')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'Passkey renamed')).toBeVisible()
  await expect(panel.getByText('Laptop in the shed')).toBeVisible()
  await lookAt(page)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/admin/account')
  await expect(panel.getByText(/last used/)).toBeVisible()

  await panel.getByRole('button', { name: 'Remove Laptop in the shed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(notice(page, 'Passkey removed')).toBeVisible()
  await expect(panel.getByText('Laptop in the shed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(notice(page, 'Credential verification failed')).toBeVisible()
  await lookAt(page)
})

test('a device that nobody unlocks, or that knows nobody, lets nobody in', async ({ page }) => {
  await withoutListInField(page)
  const device = await plugIn(page)
  await signInByPassword(page, await makePerson('Una Unlocked', 'admin'))
  await openTab(page, 'Account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(notice(page, 'Passkey added')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await device.setUnlocked(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(notice(page, 'No passkey was used.')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await device.forget()
  await device.setUnlocked(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(notice(page, 'No passkey was used.').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled()
})

test('a passkey chosen in the email field signs in', async ({ page }) => {
  const device = await plugIn(page)
  await signInByPassword(page, await makePerson('Fiona Field', 'admin'))
  await openTab(page, 'Account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(notice(page, 'Passkey added')).toBeVisible()
  await device.setTouched(false)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  )
  // The virtual authenticator responds at once.
  await device.setTouched(true)
  await page.reload()
  await expect(page).toHaveURL('/admin/account')
})

test('a number for an address has no passkeys, and nobody is offered any', async ({ page }) => {
  await page.goto(`${process.env.PRODUCT_URL}/auth`)
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
})

/** Turns autofill off, because the virtual authenticator would respond to it at once. */
async function withoutListInField(page: Page) {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

async function signInByPassword(page: Page, { email, password }: Person) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
}

async function lookAt(page: Page) {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    expect(await findViolations(page)).toEqual([])
  }
}
