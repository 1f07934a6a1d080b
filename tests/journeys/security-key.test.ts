// A security key as the only second factor, and beside an authenticator app, in a real browser with a
// virtual key. Keys need a host name, so these journeys use localhost instead of 127.0.0.1.
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
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

const keyButton = (page: Page) => page.getByRole('button', { name: 'Use your security key' })

test('a key alone leads past the second step, and can be removed', async ({ page }) => {
  const key = await plugIn(page, 'usb')
  const person = await makePerson('Kim Key', 'admin')
  await signIn(page, person)
  await addKey(page)
  await signOut(page)
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expect(page.getByLabel('Code')).toHaveCount(0)
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await expect(keyButton(page)).toBeInViewport()
    expect(await findViolations(page)).toEqual([])
  }
  // A key without user verification is refused.
  await key.setUnlocked(false)
  await keyButton(page).click()
  await expect(notice(page, 'The security key was not used.')).toBeVisible()
  await expect(keyButton(page)).toBeEnabled()
  await key.setUnlocked(true)
  await keyButton(page).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  await openTab(page, 'Account')
  await expect(
    page.getByText('When you sign in you are asked for your security key “Blue key”.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(notice(page, 'Two-factor is off')).toBeVisible()
})

test('beside an app either of the two will do', async ({ page }) => {
  await plugIn(page, 'usb')
  const person = await makePerson('Bea Both', 'admin')
  await signIn(page, person)
  await addKey(page)
  const secret = await addApp(page)
  // A code works once, so use the next one after set-up.
  for (const step of [() => keyButton(page).click(), () => typeCode(page, secret, 30)]) {
    await signOut(page)
    await signIn(page, person)
    await expect(page.getByLabel('Code')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await step()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  }
})

async function signIn(page: Page, { email, password }: Person) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^(Admin Dashboard|Second step)$/ })).toBeVisible()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
}

async function typeCode(page: Page, secret: string, ahead = 0) {
  await page
    .getByLabel('Code')
    .fill(await generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead }))
  await page.getByRole('button', { name: 'Continue' }).click()
}

interface Answer {
  id: string
  totp: { secret: string }
  webauthn: { credential_options: { publicKey: PublicKeyCredentialCreationOptionsJSON } }
}

/** Through the auth API, because the dashboard has no button for it. */
async function addKey(page: Page): Promise<void> {
  const { id } = await callFactors(page, '', { factor_type: 'webauthn', friendly_name: 'Blue key' })
  const asked = await callFactors(page, `/${id}/challenge`, {})
  const response = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = await navigator.credentials.create({ publicKey })
    return (made as PublicKeyCredential).toJSON()
  }, asked.webauthn.credential_options.publicKey)
  await callFactors(page, `/${id}/verify`, {
    challenge_id: asked.id,
    webauthn: { type: 'create', credential_response: response },
  })
}

async function addApp(page: Page): Promise<string> {
  const { id, totp } = await callFactors(page, '', { factor_type: 'totp', friendly_name: 'App' })
  const asked = await callFactors(page, `/${id}/challenge`, {})
  const code = await generate({ secret: totp.secret })
  await callFactors(page, `/${id}/verify`, { challenge_id: asked.id, code })
  return totp.secret
}

/** With the page's own session, which is replaced by the one in a response. */
function callFactors(page: Page, path: string, body: object): Promise<Answer> {
  return page.evaluate(
    async ([address, sent]) => {
      const place = 'sb-localhost-auth-token'
      const session = JSON.parse(localStorage.getItem(place) ?? '{}')
      const answer = await fetch(`/auth/v1/factors${address}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${session.access_token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(sent),
      })
      const told = await answer.json()
      if (!answer.ok) throw new Error(JSON.stringify(told))
      if (told.access_token) localStorage.setItem(place, JSON.stringify(told))
      return told
    },
    [path, body] as const,
  )
}
