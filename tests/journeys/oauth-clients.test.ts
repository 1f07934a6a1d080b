// Sign-in at an OAuth client with a dashboard account, in a real browser and with a client that has its
// own server.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { makePerson, notice, type Person } from './support/dashboard.ts'
import { test as base, desktop, expect, phone } from './support/product.ts'
import { type RotaClient, startRota } from './support/rota-client.ts'

const test = base.extend<{ rota: RotaClient }>({
  // The auth service redirects to its own configured URL.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  baseURL: async ({}, use) => {
    await use(process.env.PRODUCT_URL?.replace('127.0.0.1', 'localhost'))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  rota: async ({}, use) => {
    const rota = await startRota()
    await use(rota)
    await rota.close()
  },
})

test('somebody signs in, is asked once, and is known to the OAuth client', async ({
  page,
  rota,
}) => {
  const person = await makePerson('Pat Program')
  await page.goto(rota.signInUrl)
  await signInAtDoor(page, person)
  await expect(page).toHaveURL(/\/oauth\/consent\?authorization_id=\w{32}$/)
  await expect(page.getByText('Rota asks to know:')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'that it is you',
    'your name and picture',
    `your email address, ${person.email}`,
  ])
  await expect(page.getByText('an app on this device (127.0.0.1:')).toBeVisible()
  // By keyboard only.
  await page.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText(`Rota knows ${person.email}`)

  await page.goto(rota.signInUrl)
  await expect(page.locator('h1')).toHaveText(`Rota knows ${person.email}`)
})

test('what was allowed is listed in the account and taken back there', async ({ page, rota }) => {
  const person = await makePerson('Tara Takes', 'admin')
  await page.goto(rota.signInUrl)
  await signInAtDoor(page, person)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('h1')).toHaveText(`Rota knows ${person.email}`)
  await page.goto('/admin/account')
  const panel = page.getByRole('region', { name: 'Connected apps' })
  await expect(panel.getByRole('listitem')).toContainText('Rota')
  // OAuth clients are not listed among the user's sessions.
  const browsers = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(browsers.getByRole('listitem')).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect(notice(page, 'The app is disconnected')).toBeVisible()
  await expect(panel).toHaveCount(0)
  await page.goto(rota.signInUrl)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
})

test('whoever denies goes back to the OAuth client unknown', async ({ page, rota }) => {
  await page.goto(rota.signInUrl)
  await signInAtDoor(page, await makePerson('Dora Denies'))
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.locator('h1')).toHaveText('Out: access_denied')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('whoever is the wrong person signs out and begins again', async ({ page, rota }) => {
  await page.goto(rota.signInUrl)
  await signInAtDoor(page, await makePerson('Otto Other'))
  await page.getByRole('button', { name: 'Not you? Sign out and go back' }).click()
  await expect(page.locator('h1')).toHaveText('Out: access_denied')
  const second = await makePerson('Sue Second')
  await page.goto(rota.signInUrl)
  await signInAtDoor(page, second)
  await expect(page.getByText(`You are signed in as ${second.email}.`)).toBeVisible()
})

test('a request that is not there says so', async ({ page }) => {
  await page.goto('/oauth/consent?authorization_id=nonesuch')
  await signInAtDoor(page, await makePerson('Nora Nonesuch'))
  await expect(page.locator('h1')).toHaveText('This request is over')
  expect(await findViolations(page)).toEqual([])
})

test('the question is usable in every light, on every screen', async ({ page }) => {
  const rota = await startRota('Rota '.repeat(100))
  await page.goto(rota.signInUrl)
  await signInAtDoor(page, await makePerson('Vera Viewer'))
  const approve = page.getByRole('button', { name: 'Approve' })
  for (const viewport of [phone, desktop]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await expect(approve).toBeInViewport()
      expect(await findViolations(page)).toEqual([])
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect(isWide).toBe(false)
    }
  }
  await rota.close()
})

async function signInAtDoor(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
