import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { postAsServer } from './post-as-server.ts'
import { admin, expect } from './product.ts'

export interface Person {
  email: string
  password: string
}

let made = 0

/**
 * A separate account for each test, so that tests do not interfere. Without the emails that tell
 * colleagues what waits: at some hours of the day they would come between those that a journey reads.
 */
export async function makePerson(fullName = '', role?: string): Promise<Person & { id: string }> {
  made += 1
  const email = `person-${process.pid}-${made}-${Date.now()}@journeys.test`
  const password = 'a good enough password'
  const user = await post('auth/v1/admin/users', {
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: fullName },
  })
  if (role) {
    await post('rest/v1/user_roles', { user_id: user.id, role })
    await post('rest/v1/notice_choices', { user_id: user.id, digest: false, overdue: false })
  }
  return { id: String(user.id), email, password }
}

export function post(path: string, body: object): Promise<Record<string, unknown>> {
  return postAsServer(process.env.PRODUCT_URL, path, body)
}

/** With a session from the auth API, stored where the product's own client stores it. */
export async function signIn(
  page: Page,
  { email, password }: Person = admin,
  path = '/admin',
): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password },
  })
  const session = await answer.text()
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${session}`)
  // A page of the same origin, without scripts of its own.
  await page.goto('/robots.txt')
  await page.evaluate((kept) => {
    localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, kept)
  }, session)
  await page.goto(path)
  await expect(page.getByRole('tab', { name: 'Account' })).toBeVisible()
}

/** While a dashboard is still filling up, the button may be moved away under the mouse: press again. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name })
  await expect(async () => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

/**
 * Waits for what a page loads. Lists ask again every few seconds, and on a slow machine one request begins
 * before the last has ended: such a page is never idle, and has been filled long before the limit.
 */
export async function waitForLists(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
}

/** A notice, in either live region. */
export function notice(page: Page, text: string | RegExp) {
  return page.locator('[role=status], [role=alert]').getByText(text)
}

/** The data folder of the shared server. */
const sharedData = () => process.env.PRODUCT_DATA ?? ''

/** Waits for an email to this address with this text in its subject. */
export async function mailedTo(email: string, subject: string): Promise<boolean> {
  const folder = join(sharedData(), 'outbox')
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = await readFile(join(folder, name), 'utf8')
      if (mail.includes(`To: ${email}`) && mail.includes(`Subject: ${subject}`)) return true
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** The text of the first email to this address. */
export async function mailTextTo(email: string, dataDir = sharedData()): Promise<string> {
  const folder = join(dataDir, 'outbox')
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = await readFile(join(folder, name), 'utf8')
      if (!mail.includes(`To: ${email}`)) continue
      return (await PostalMime.parse(mail)).text?.replaceAll(/\s+/g, ' ') ?? ''
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail for ${email}`)
}

export async function linkMailedTo(email: string): Promise<string> {
  const link = await findInMail(
    sharedData(),
    email,
    /http[^\s"<>]*\/auth(?:\/v1\/verify|\?enter-code=\w+&(?:amp;)?token=)[^\s"<>]*/,
  )
  return new URL(link.replaceAll('&amp;', '&')).href.replace(/^http:\/\/[^/]+/, '')
}

export function codeMailedTo(email: string, dataDir = sharedData()): Promise<string> {
  return findInMail(dataDir, email, /(?<=this code[^\n]*\s+)\b\d{6}\b/)
}

/** Without a mail server, emails are in the outbox of the data folder. */
async function findInMail(dataDir: string, email: string, wanted: RegExp): Promise<string> {
  const folder = join(dataDir, 'outbox')
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = (await readFile(join(folder, name), 'utf8')).replace(/=\r?\n/g, '')
      if (!mail.includes(`To: ${email}`)) continue
      const [found] = wanted.exec(mail.replace(/=3D/g, '=')) ?? []
      if (found) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail for ${email}`)
}
