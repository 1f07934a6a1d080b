// Stored XSS: script in every text that visitors or staff can store, opened everywhere that shows it:
// dashboard, pages, the re-rendered form, emails. Nothing runs and nothing is fetched. On its own server,
// because these texts would appear in other journeys.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { waitForLists } from './support/dashboard.ts'
import { postAsServer } from './support/post-as-server.ts'
import { admin, expect, secretKey, test } from './support/product.ts'

const payloads = [
  '<script>pwned()</script>',
  '"><img src=x onerror=pwned()>',
  "'-pwned()-'",
  '</script><script>pwned()</script>',
  '<svg/onload=pwned()>',
  '</title><script>pwned()</script>',
  'javascript:pwned()',
  '<a href="javascript:pwned()">x</a>',
  '{{constructor.constructor("pwned()")()}}',
  '<iframe srcdoc="<script>top.pwned()</script>">',
  '<!--<script>pwned()//-->',
  '\u2028</script><img src=//evil.test/x>',
]
const all = payloads.join(' ')

// One server for all of these tests.
test.describe.configure({ mode: 'default' })

let folder: string
let server: ServerProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_SCALE: '0',
    SECRET_KEY: secretKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  await storeEverywhere()
})
test.afterAll(async () => {
  await server?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

test('nothing stored runs in the dashboard', async ({ page }) => {
  test.setTimeout(120_000)
  const seen = await watch(page)
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
  const tabs = await page.getByRole('tab').all()
  expect(tabs.length).toBeGreaterThan(4)
  for (const tab of tabs) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await waitForLists(page)
  }
  await page.getByRole('tab', { name: 'Enquiries' }).click()
  const rows = page.getByRole('row').getByRole('button')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) {
    await row.click()
    await expect(page.getByRole('complementary')).toBeVisible()
  }
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await expect(page.getByLabel('Review text')).toHaveValue(/pwned|evil/)
  await seen.nothing()
})

test('nothing stored runs on a page', async ({ page }) => {
  const seen = await watch(page)
  for (const path of ['/', '/malvern', '/domestic', '/about']) {
    await page.goto(server.url + path)
    await page.waitForLoadState('networkidle')
  }
  await page.goto(server.url)
  await expect(page.getByText('pwned()').first()).toBeAttached()
  for (const block of await page.locator('script[type="application/ld+json"]').all()) {
    expect(JSON.parse((await block.textContent()) ?? '')).toBeTruthy()
  }
  await seen.nothing()
})

test('nothing in an address runs', async ({ page }) => {
  test.setTimeout(120_000)
  const seen = await watch(page)
  for (const payload of payloads.slice(0, 8)) {
    const text = encodeURIComponent(payload)
    const paths = [
      `/${text}`,
      `/?utm_source=${text}&q=${text}`,
      `/contact-us/thank-you?ref=${text}`,
      `/auth?mode=${text}&error_description=${text}`,
      `/auth#error=access_denied&error_code=${text}&error_description=${text}`,
      `/auth?setup=${text}`,
    ]
    for (const path of paths) await page.goto(server.url + path)
    // Without a session the browser is redirected.
    await page.goto(`${server.url}/admin?tab=${text}`)
    await page.waitForURL('**/auth*')
  }
  await page.goto('about:blank')
  await seen.nothing()
})

test('nothing typed runs in the form that comes back', async ({ page }) => {
  const seen = await watch(page)
  await page.goto(`${server.url}/contact-us`)
  await page.evaluate((text) => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/api/webhooks/contact'
    for (const name of ['name', 'email', 'phone', 'address', 'service', 'message']) {
      const input = document.createElement('input')
      input.name = name
      input.value = text
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }, all)
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await seen.nothing()
})

test('nothing runs in a mail that is opened', async ({ page }) => {
  const outbox = join(folder, 'data', 'outbox')
  await expect.poll(() => readdir(outbox).catch(() => [])).not.toHaveLength(0)
  const seen = await watch(page)
  for (const name of (await readdir(outbox)).filter((file) => file.endsWith('.eml'))) {
    const { html = '', headers } = await PostalMime.parse(await readFile(join(outbox, name)))
    for (const { value } of headers) expect(value).not.toMatch(/[\r\n]/)
    await page.setContent(html)
  }
  await seen.nothing()
})

/** Detects whether a payload ran, opened a dialog or fetched from another origin. */
async function watch(page: Page) {
  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'evil.test') happened.push(`request ${request.url()}`)
  })
  await page.exposeFunction('pwned', () => happened.push(`ran on ${page.url()}`))
  await page.exposeFunction('reportViolation', (what: string) => happened.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation(what: string): void }
      reportViolation(`${event.violatedDirective} ${event.blockedURI} on ${event.documentURI}`)
    })
  })
  return {
    async nothing() {
      await page.waitForTimeout(200)
      expect(happened).toEqual([])
    },
  }
}

async function storeEverywhere(): Promise<void> {
  for (const [index, payload] of payloads.entries()) {
    await post('functions/v1/contact-webhook', {
      name: `${payload} name`,
      email: `visitor-${index}@example.com`,
      phone: '01632 960001',
      address: 'WR14 2AA',
      service: 'Landscaping',
      message: `Please quote for a patio. ${payload}`,
      gdpr_consent: true,
      page_url: `${server.url}/?x=${payload}`,
      referrer: `https://evil.example/${payload}`,
      ...{ utm_source: payload, utm_medium: payload, utm_campaign: payload, utm_term: payload },
    })
    await post('rest/v1/google_reviews', {
      author_name: payload,
      review_text: payload,
      author_image: `https://pictures.example/"onerror="pwned()"${payload}`,
      source: payload,
      source_url: `https://reviews.example/${payload}`,
      is_featured: index < 6,
    })
    const { id } = await post('auth/v1/admin/users', {
      email: `person-${index}@example.com`,
      password: 'rake-the-leaves-9',
      user_metadata: { full_name: payload },
    })
    await post('rest/v1/user_roles', { user_id: id, role: payload })
  }
}

function post(path: string, body: object): Promise<Record<string, unknown>> {
  return postAsServer(server.url, path, body)
}
