// Single sign-on with SAML: a user signs in through their company's identity provider. Browser and
// identity provider are real; only the provider's host has no network.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { freePort } from '#tools/postgres-server.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startServerProcess } from '../support/server-process.ts'
import { expect, test } from './support/product.ts'

test('a company’s own account opens the dashboard', async ({ browser }) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'single-sign-on-'))
  const port = String(await freePort())
  const key = 'sb_secret_of_the_single_sign_on_journey'
  const env = { DATA_DIR: folder, PORT: port, AUTH_SAML: 'true', SECRET_KEY: key }
  const server = await startServerProcess(env)
  const site = `http://localhost:${port}`
  const idp = makeIdentityProvider()
  const worker = { id: 'wendy', email: 'wendy@hopyard.example', fullName: 'Wendy Willow' }

  const send = (path: string, body: object) =>
    fetch(`${site}${path}`, {
      method: 'POST',
      headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const connected = await send('/auth/v1/admin/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['hopyard.example'],
  })
  expect(connected.status).toBe(201)

  const page = await browser.newPage()
  await page.route('https://idp.example/**', async (route) => {
    const metadata = await (await fetch(`${site}/auth/v1/sso/saml/metadata`)).text()
    const answer = await idp.answer(route.request().url(), metadata, worker)
    const fields = Object.entries(answer).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    const form = `<form method="post" action="${site}/auth/v1/sso/saml/acs">${fields.join('')}</form>`
    await route.fulfill({
      contentType: 'text/html',
      body: `${form}<script>document.forms[0].submit()</script>`,
    })
  })
  const signIn = async () => {
    const asked = await send('/auth/v1/sso', {
      domain: 'hopyard.example',
      skip_http_redirect: true,
    })
    const { url } = (await asked.json()) as { url: string }
    await page.goto(url)
  }

  await signIn()
  await expect(page.getByText('Access Denied')).toBeVisible()
  const token = await page.evaluate(() => {
    const [kept] = Object.entries(localStorage).filter(([name]) => name.endsWith('-auth-token'))
    return JSON.parse(kept?.[1] ?? '{}').access_token as string
  })
  expect(decodeJwt(token)).toMatchObject({ email: worker.email, amr: [{ method: 'sso/saml' }] })
  const granted = await send('/rest/v1/user_roles', {
    user_id: decodeJwt(token).sub,
    role: 'admin',
  })
  expect(granted.status).toBe(201)

  await signIn()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.close()
  await server.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})
