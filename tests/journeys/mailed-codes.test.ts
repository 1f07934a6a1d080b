// The user reads the email on a phone and signs in on a computer: each email says where to enter its
// code, and the code leads to the same page as the link.
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe.ts'
import { codeMailedTo, mailTextTo, makePerson, notice, post, signIn } from './support/dashboard.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { expect, phone, test } from './support/product.ts'

test.use({ viewport: phone })

/** The URL in the email where its code is entered. */
async function codePageOf(email: string, dataDir?: string): Promise<string> {
  const [address] = /\S+\?enter-code=[a-z_]+(?=\s)/.exec(await mailTextTo(email, dataDir)) ?? ['']
  const { pathname, search } = new URL(address)
  return pathname + search
}

async function typeCode(page: Page, email: string, code: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('an invited person types the code, chooses a password and is in', async ({ page }) => {
  const email = `coded-${Date.now()}@journeys.test`
  await post('auth/v1/invite', { email })
  await page.goto(await codePageOf(email))
  await expect(page.getByRole('heading', { name: 'Accept your invitation' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter your email address')).toBeVisible()

  const code = await codeMailedTo(email)
  await typeCode(page, email, code === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert').first()).toContainText('That code is wrong or has expired')
  // A wrong code leaves no state: another user can sign in here.
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await typeCode(page, email, code)
  await page.getByLabel('New password').fill('wheelbarrow 42')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
})

test('a new password is chosen with the code on another machine', async ({ page }) => {
  const person = await makePerson('Rita Recovers', 'staff')
  await post('auth/v1/recover', { email: person.email })
  await page.goto(await codePageOf(person.email))
  await typeCode(page, person.email, await codeMailedTo(person.email))
  await page.getByLabel('New password').fill('secateurs 17')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('tab', { name: 'Enquiries' })).toBeVisible()
})

test('a new password of an account without a role is not answered with a refusal', async ({
  page,
}) => {
  const person = await makePerson('Nell Norole')
  await post('auth/v1/recover', { email: person.email })
  await page.goto(await codePageOf(person.email))
  await typeCode(page, person.email, await codeMailedTo(person.email))
  await page.getByLabel('New password').fill('secateurs 18')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await expect(page.getByText('Your account has no access yet.')).toBeVisible()
  await expect(page.getByText('Access Denied')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})

test.describe('where addresses are confirmed', () => {
  let product: OwnProduct
  let page: Page
  test.beforeAll(async () => {
    product = await startOwnProduct({ AUTH_AUTOCONFIRM: 'false' })
  })
  test.beforeEach(async ({ browser }) => {
    page = await browser.newPage({ baseURL: product.url, viewport: phone })
  })
  test.afterEach(() => page?.close())
  test.afterAll(() => product?.remove())

  test('a person who opened an account types its code', async () => {
    const email = 'opened@journeys.test'
    await product.post('auth/v1/signup', { email, password: 'wheelbarrow 42' })
    await page.goto(await codePageOf(email, product.dataDir))
    await typeCode(page, email, await codeMailedTo(email, product.dataDir))
    await expect(notice(page, 'Access Denied')).toBeVisible()
  })

  test('a change of address is confirmed from both mails, signed in or not', async () => {
    const email = 'before@journeys.test'
    const renamed = 'after@journeys.test'
    const password = 'wheelbarrow 42'
    const { id } = await product.post('auth/v1/admin/users', {
      ...{ email, password, email_confirm: true },
    })
    await product.post('rest/v1/user_roles', { user_id: id, role: 'staff' })
    const token = (await signInByCall(product.url, { email, password })).access_token
    await page.request.put('/auth/v1/user', {
      headers: { authorization: `Bearer ${token}` },
      data: { email: renamed },
    })
    await signIn(page, { email, password })

    await page.goto(await codePageOf(email, product.dataDir))
    await typeCode(page, email, await codeMailedTo(email, product.dataDir))
    await expect(notice(page, 'That address is confirmed.')).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await page.goto(await codePageOf(renamed, product.dataDir))
    await typeCode(page, renamed, await codeMailedTo(renamed, product.dataDir))
    await page.getByRole('tab', { name: 'Account' }).click()
    await expect(page.getByRole('tabpanel')).toContainText(renamed)
  })
})

async function signInByCall(url: string, person: { email: string; password: string }) {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  return (await answer.json()) as { access_token: string }
}
