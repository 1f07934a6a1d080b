// Sign-in with an external OAuth provider that has its own sign-in page.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice } from './support/dashboard.ts'
import { desktop, expect, phone, test } from './support/product.ts'

async function continueAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Hopyard ID' }).click()
  await expect(page.getByRole('heading', { name: 'Hopyard ID' })).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an administrator gets where they wanted to go, and stays signed in', async ({ page }) => {
  const blocked: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text())
  })
  const { email } = await makePerson('Gwen Elsewhere', 'admin')
  await page.goto('/admin?tab=reviews')
  await expect(page).toHaveURL('/auth')
  await continueAs(page, email)
  await expect(page).toHaveURL('/admin/reviews')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Reviews' })).toBeVisible()
  expect(blocked).toEqual([])
})

test('a stranger has an account then, but no way in', async ({ page }) => {
  await page.goto('/auth')
  await continueAs(page, `stranger-${Date.now()}@journeys.test`)
  await expect(notice(page, 'Access Denied')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('whoever turns round at the provider is back at the door and told why', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Hopyard ID' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(notice(page, 'Signing in was cancelled or refused there')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('button', { name: 'Continue with Hopyard ID' })).toBeEnabled()
})

test('the way back by the browser’s own button leaves the door usable', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Hopyard ID' }).click()
  await expect(page.getByRole('heading', { name: 'Hopyard ID' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue with Hopyard ID' })).toBeEnabled()
})

test('the door with a provider is usable by everyone at every width', async ({ page }) => {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Continue with Hopyard ID' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
  }
})
