// Attacks on OpenID Connect sign-in: invalid tokens, responses that are replayed, late or from another
// issuer, and access to another account.
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type AuthService, openAuth, siteUrl } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { type Overrides, startOpenIdProvider } from '#tests/support/openid-provider.ts'
import {
  callbackUrl,
  fieldsOf,
  follow,
  personAt,
  setOut,
  signInAt,
  walkThrough,
} from '#tests/support/openid-visits.ts'

const provider = await startOpenIdProvider([callbackUrl])
const twin = await startOpenIdProvider([callbackUrl])
afterEach(() => {
  provider.overrides = {}
})
afterAll(() => Promise.all([provider.close(), twin.close()]))

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: {
      providers: [provider.settings, { ...twin.settings, name: 'custom:twin' }],
      redirectUrls: ['https://app.example/**'],
    },
    without: {},
  })

  /** Runs the flow up to the provider's redirect URL. */
  async function returnAddress(service: AuthService = auth.service) {
    const start = await setOut(service, service.client(), provider)
    return walkThrough(start, { name: personAt(provider).id })
  }

  async function identities() {
    return (await auth.database.query('select from auth.identities')).count
  }

  test.each<[string, Overrides]>([
    ['signed by another key', { isForged: true }],
    ['for another sign-in', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['for no sign-in', { claims: ({ nonce, ...claims }) => claims }],
    ['for another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
    [
      'for several clients and issued to another',
      {
        claims: ({ aud, ...claims }) => ({ ...claims, aud: [String(aud), 'other'], azp: 'other' }),
      },
    ],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['expired', { claims: (claims) => ({ ...claims, exp: inSeconds(-60) }) }],
    ['without an end', { claims: ({ exp, ...claims }) => claims }],
    ['not valid yet', { claims: (claims) => ({ ...claims, nbf: inSeconds(60) }) }],
    ['about nobody', { claims: ({ sub, ...claims }) => claims }],
    ['for another access token', { claims: (claims) => ({ ...claims, at_hash: 'another' }) }],
    ['beside a userinfo about somebody else', { userInfo: { sub: 'another' } }],
  ])('an id token %s lets nobody in', async (_, overrides) => {
    const before = await identities()
    provider.overrides = overrides
    const client = auth.service.client()
    const landed = await signInAt(auth.service, client, provider, personAt(provider).id)
    const told = {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Error getting user profile from external provider',
    }
    expect(fieldsOf(landed.searchParams)).toEqual(told)
    expect(fieldsOf(landed.hash.slice(1))).toEqual(told)
    expect(await identities()).toBe(before)
  })

  test('a state counts once, and the second to come is led to the sign-in page', async () => {
    const back = await returnAddress()
    expect((await follow(auth.service, back)).hash).toContain('access_token=')
    const again = await auth.service.request(back.href.replace(`${siteUrl}/auth/v1`, ''))
    expect(again.status).toBe(303)
    const landed = new URL(again.headers.get('location') ?? '')
    expect(`${landed.origin}${landed.pathname}`).toBe(`${siteUrl}/auth`)
    expect(fieldsOf(landed.searchParams)).toEqual({
      error: 'invalid_request',
      error_code: 'flow_state_already_used',
      error_description: 'State has already been used',
    })
  })

  test('of two who come with one state at once, one gets in', async () => {
    const back = await returnAddress()
    const landed = await Promise.all([follow(auth.service, back), follow(auth.service, back)])
    expect(landed.filter(({ hash }) => hash.includes('access_token='))).toHaveLength(1)
  })

  test('a failed return has spent its state too', async () => {
    const back = await returnAddress()
    back.searchParams.set('code', 'guessed')
    const failed = await follow(auth.service, back)
    expect(failed.searchParams.get('error_description')).toBe('Unable to exchange external code')
    const { searchParams } = await follow(auth.service, back)
    expect(searchParams.get('error_code')).toBe('flow_state_already_used')
  })

  test('a state is too old after five minutes', async () => {
    const back = await returnAddress()
    auth.service.moveClock(301)
    const landed = await follow(auth.service, back)
    auth.service.moveClock(-301)
    expect(landed.origin).toBe(siteUrl)
    expect(fieldsOf(landed.searchParams)).toEqual({
      error: 'invalid_request',
      error_code: 'bad_oauth_state',
      error_description: 'OAuth state has expired',
    })
  })

  test('a code that came back five minutes ago is no session any more', async () => {
    const client = auth.service.client({ flowType: 'pkce' })
    const landed = await signInAt(auth.service, client, provider, personAt(provider).id)
    auth.service.moveClock(301)
    const { error } = await client.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
    auth.service.moveClock(-301)
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' })
  })

  test('a code without the secret of whoever set out is worth nothing', async () => {
    const client = auth.service.client({ flowType: 'pkce' })
    const landed = await signInAt(auth.service, client, provider, personAt(provider).id)
    const answer = await auth.service.post('/token?grant_type=pkce', {
      auth_code: landed.searchParams.get('code'),
      code_verifier: 'x'.repeat(56),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error_code: 'bad_code_verifier' })
  })

  test('the id of a flow that nobody has finished is no code', async () => {
    const client = auth.service.client({ flowType: 'pkce' })
    const start = await setOut(auth.service, client, provider)
    const { rows } = await auth.database.query<{ auth_code: string }>(
      'select auth_code from auth.flow_state where id = $1',
      [start.searchParams.get('state')],
    )
    const { error } = await client.exchangeCodeForSession(rows[0]?.auth_code ?? '')
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' })
  })

  test.each([
    ['https://evil.example/in'],
    ['https://app.example.evil.example/'],
    ['http://localhost:3000@evil.example/'],
    ['//evil.example/'],
    ['javascript:alert(1)'],
  ])('nobody is led to %s', async (redirectTo) => {
    const client = auth.service.client()
    const { id } = personAt(provider)
    const landed = await signInAt(auth.service, client, provider, id, { redirectTo })
    expect(`${landed.origin}${landed.pathname}`).toBe(`${siteUrl}/auth`)
  })

  test.each([
    ['/callback?code=x&state=00000000-0000-4000-8000-000000000000', 'bad_oauth_state'],
    ["/callback?code=x&state=' or 1=1", 'bad_oauth_state'],
    ['/callback?code=x', 'bad_oauth_callback'],
  ])('%s is led to the site as %s', async (path, code) => {
    const { origin, searchParams } = await follow(auth.service, path)
    expect(origin).toBe(siteUrl)
    expect(searchParams.get('error_code')).toBe(code)
  })

  test('the state of a mail is none of a provider', async () => {
    const client = auth.service.client({ flowType: 'pkce' })
    await client.signInWithOtp({ email: 'mailed@example.com' })
    const { rows } = await auth.database.query<{ id: string }>(
      `select id from auth.flow_state where provider_type = 'email'`,
    )
    const { searchParams } = await follow(auth.service, `/callback?code=x&state=${rows[0]?.id}`)
    expect(searchParams.get('error_code')).toBe('bad_oauth_state')
  })

  test('an answer of another provider is not redeemed at this one', async () => {
    const back = await returnAddress()
    back.searchParams.set('iss', twin.settings.issuer)
    const before = provider.requests.get('/token')
    const landed = await follow(auth.service, back)
    expect(landed.searchParams.get('error_code')).toBe('bad_oauth_callback')
    expect(provider.requests.get('/token')).toBe(before)
  })

  test('an answer without a code is refused', async () => {
    const back = await returnAddress()
    back.searchParams.delete('code')
    const { searchParams } = await follow(auth.service, back)
    expect(fieldsOf(searchParams)).toEqual({
      error: 'invalid_request',
      error_code: 'bad_oauth_callback',
      error_description: 'OAuth callback with missing authorization code missing',
    })
  })

  test('a provider that was taken away meanwhile lets nobody in', async () => {
    const { searchParams } = await follow(auth.without, await returnAddress())
    expect(searchParams.get('error_code')).toBe('oauth_provider_not_supported')
  })

  test('two providers never share a person, whatever ids they give', async () => {
    const { id } = personAt(provider)
    const { email } = personAt(twin)
    twin.people.set(id, { email, email_verified: true })
    const here = await signInAt(auth.service, auth.service.client(), provider, id)
    const elsewhere = { ...twin, settings: { ...twin.settings, name: 'custom:twin' } }
    const there = await signInAt(auth.service, auth.service.client(), elsewhere, id)
    const idOf = (url: URL) => {
      const [, payload = ''] = (fieldsOf(url.hash.slice(1)).access_token ?? '').split('.')
      return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
    }
    expect(idOf(here)).not.toBe(idOf(there))
  })
})
