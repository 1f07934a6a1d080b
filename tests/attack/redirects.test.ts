// Where a link in an email may redirect with a session, and that the session does not leak further.
import { describe, expect, test } from 'vitest'
import { lastMail } from '#tests/support/auth-mails.ts'
import {
  freshEmail,
  openAuth,
  goodPassword as password,
  siteUrl,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { registerOauthClient } from '#tests/support/oauth-client.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { isOauthServer: true, redirectUrls: ['https://*.preview.example/**'] },
  })

  async function landingOf(redirectTo: string): Promise<URL> {
    const email = freshEmail()
    await auth.service.client().signUp({ email, password })
    const query = new URLSearchParams({ redirect_to: redirectTo })
    await auth.service.post(`/otp?${query}`, { email })
    // The token is the attacker's to read in their own mail: they may write the link themselves.
    const token = new URL(lastMail(auth.service, email).link).searchParams.get('token') ?? ''
    const link = new URLSearchParams({ token, type: 'magiclink', redirect_to: redirectTo })
    const answer = await auth.service.request(`/verify?${link}`)
    return new URL(answer.headers.get('location') ?? '')
  }

  test.each([
    '/auth/v1/oauth/authorize?client_id=x',
    '/%61uth/v1/oauth/authorize?client_id=x',
    '/auth/v1/authorize?provider=google',
  ])('a session does not pass through %s', async (path) => {
    const landed = await landingOf(siteUrl + path)
    expect(landed.origin + landed.pathname).toBe(`${siteUrl}/auth`)
    expect(landed.hash).toContain('access_token')
  })

  test.each([
    'https://2130706433:4490\\.preview.example/x',
    'https://evil.example?.preview.example/x',
    'https://evil.example:1/.preview.example/x',
    'https://x@y.preview.example/x',
  ])('a wildcard does not lead to %s', async (target) => {
    expect((await landingOf(target)).origin).toBe(siteUrl)
  })

  test('whatever a client is told, it gets no fragment of the address before', async () => {
    const client = await registerOauthClient(auth.service)
    const query = { client_id: client.id, redirect_uri: client.redirectUri }
    const failed = await auth.service.request(`/oauth/authorize?${new URLSearchParams(query)}`)
    expect(failed.headers.get('location')).toMatch(/^https:\/\/rota\.example\/back\?error=.*#$/)
    const asked = new URLSearchParams({
      ...query,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const going = await auth.service.request(`/oauth/authorize?${asked}`)
    expect(going.headers.get('location')).toMatch(/\/oauth\/consent\?authorization_id=\w+#$/)
  })
})
