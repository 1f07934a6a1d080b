// Signing in with an OpenID provider: a real one on its own port, and the official client.
import { afterAll, describe, expect, test } from 'vitest'
import { openAuth, siteUrl } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import {
  callbackUrl,
  fieldsOf,
  follow,
  personAt,
  sessionFrom,
  setOut,
  signInAt,
  walkThrough,
} from '#tests/support/openid-visits.ts'

const provider = await startOpenIdProvider([callbackUrl])
const { name, issuer, clientId } = provider.settings
const talkative = await startOpenIdProvider([callbackUrl], { isTalkative: true })
talkative.settings.name = 'google'
afterAll(() => Promise.all([provider.close(), talkative.close()]))

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: {
      providers: [provider.settings, talkative.settings],
      redirectUrls: ['https://app.example/**'],
    },
    closed: { providers: [provider.settings], isSignUpDisabled: true },
    limited: { providers: [provider.settings], rateLimitScale: 1 },
    away: {
      providers: [{ ...provider.settings, issuer: 'http://127.0.0.1:9/' }],
    },
  })

  test('the browser is sent to the provider with everything that ties the answer to us', async () => {
    const client = auth.service.client()
    const url = await setOut(auth.service, client, provider, {
      scopes: 'address phone',
      queryParams: { prompt: 'login', client_id: 'another', redirect_uri: 'https://evil.example' },
    })
    expect(url.origin).toBe(issuer)
    expect(fieldsOf(url.searchParams)).toEqual({
      client_id: clientId,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
      prompt: 'login',
      redirect_uri: callbackUrl,
      response_type: 'code',
      scope: 'openid email profile address phone',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('a new person gets an account and, by the PKCE flow, a code for a session', async () => {
    const { id, email } = personAt(provider, { picture: 'https://img.example/o.png' })
    const client = auth.service.client({ flowType: 'pkce' })
    const landed = await signInAt(auth.service, client, provider, id, {
      redirectTo: 'https://app.example/in?from=door',
    })
    expect(`${landed.origin}${landed.pathname}`).toBe('https://app.example/in')
    expect(landed.hash).toBe('')
    const { code = '', ...kept } = fieldsOf(landed.searchParams)
    expect(kept).toEqual({ from: 'door' })

    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session?.provider_token).toEqual(expect.any(String))
    const known = {
      iss: issuer,
      sub: id,
      name: 'Olive Person',
      full_name: 'Olive Person',
      picture: 'https://img.example/o.png',
      avatar_url: 'https://img.example/o.png',
      email,
      email_verified: true,
      phone_verified: false,
      provider_id: id,
    }
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: name, providers: [name] },
      user_metadata: known,
      identities: [{ provider: name, id, email, identity_data: known }],
    })
    const { data: claims } = await client.getClaims()
    expect(claims?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
    const again = await client.exchangeCodeForSession(code)
    expect(again.error).not.toBeNull()
  })

  test('by the implicit flow the session and the provider’s token stand in the fragment', async () => {
    const { id, email } = personAt(provider)
    const client = auth.service.client()
    const landed = await signInAt(auth.service, client, provider, id)
    expect(`${landed.origin}${landed.pathname}${landed.search}`).toBe(`${siteUrl}/auth`)
    const fields = fieldsOf(landed.hash.slice(1))
    expect(fields).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String) })
    const { data } = await client.setSession({
      access_token: fields.access_token ?? '',
      refresh_token: fields.refresh_token ?? '',
    })
    expect(data.user?.email).toBe(email)
  })

  test('a provider that posts its answer as a form is understood', async () => {
    const { id } = personAt(provider)
    const start = await setOut(auth.service, auth.service.client(), provider)
    const back = await walkThrough(start, { name: id })
    const answer = await auth.service.request('/callback', {
      method: 'POST',
      body: back.searchParams,
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain('#access_token=')
  })

  test('a provider that tells everything at once is asked for nothing more', async () => {
    const { id, email } = personAt(talkative)
    const { user } = await sessionFrom(auth.service, talkative, id)
    expect(user).toMatchObject({ email, app_metadata: { provider: 'google' } })
    expect(talkative.requests.get('/token')).toBeGreaterThan(0)
    expect(talkative.requests.get('/me')).toBeUndefined()
    expect(provider.requests.get('/me')).toBeGreaterThan(0)
  })

  test('whoever comes again gets the same account with what the provider says by now', async () => {
    const { id, email } = personAt(provider)
    const first = await sessionFrom(auth.service, provider, id)
    provider.people.set(id, { email, email_verified: true, name: 'Olive Married' })
    const second = await sessionFrom(auth.service, provider, id)
    expect(second.user.id).toBe(first.user.id)
    expect(second.user.user_metadata.full_name).toBe('Olive Married')
    expect(second.user.identities).toHaveLength(1)
  })

  test('two first visits at once make one account', async () => {
    const { id } = personAt(provider)
    const sessions = await Promise.all([
      sessionFrom(auth.service, provider, id),
      sessionFrom(auth.service, provider, id),
    ])
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1)
  })

  test('what the provider says about itself is asked once', async () => {
    const before = provider.requests.get('/.well-known/openid-configuration')
    await sessionFrom(auth.service, provider, personAt(provider).id)
    expect(provider.requests.get('/.well-known/openid-configuration')).toBe(before)
  })

  test('the provider’s own refusal is passed on in query and fragment', async () => {
    const start = await setOut(auth.service, auth.service.client(), provider)
    const landed = await follow(auth.service, await walkThrough(start, { refuse: 'yes' }))
    const told = { error: 'access_denied', error_description: 'The person said no' }
    expect(fieldsOf(landed.searchParams)).toEqual(told)
    expect(fieldsOf(landed.hash.slice(1))).toEqual(told)
  })

  test('with sign-ups off a stranger is denied', async () => {
    const { id } = personAt(provider)
    const landed = await signInAt(auth.closed, auth.closed.client(), provider, id)
    const told = {
      error: 'access_denied',
      error_code: 'signup_disabled',
      error_description: 'Signups not allowed for this instance',
    }
    expect(fieldsOf(landed.searchParams)).toEqual(told)
    expect(fieldsOf(landed.hash.slice(1))).toEqual(told)
  })

  test('a banned person is denied', async () => {
    const { id } = personAt(provider)
    const { user } = await sessionFrom(auth.service, provider, id)
    await auth.service.admin.updateUserById(user.id, { ban_duration: '1h' })
    const landed = await signInAt(auth.service, auth.service.client(), provider, id)
    expect(fieldsOf(landed.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
    })
  })

  test('a provider that is away is said where the person came from', async () => {
    const landed = await setOut(auth.away, auth.away.client(), provider)
    expect(`${landed.origin}${landed.pathname}`).toBe(`${siteUrl}/auth`)
    expect(fieldsOf(landed.searchParams)).toMatchObject({
      error: 'server_error',
      error_description: 'Hopyard ID cannot be reached at the moment. Please try again.',
    })
    expect(auth.away.errors).toHaveLength(1)
  })

  test.each([
    ['provider=apple', 'Unsupported provider: provider is not enabled'],
    ['provider=custom:other', 'Unsupported provider: Provider custom:other could not be found'],
    [`provider=${name}&code_challenge=x`, 'PKCE flow requires code_challenge_method'],
    [
      `provider=${name}&code_challenge=${'x'.repeat(43)}&code_challenge_method=md5`,
      'Invalid code_challenge_method',
    ],
  ])('/authorize?%s is refused', async (query, text) => {
    const answer = await auth.service.request(`/authorize?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: expect.stringContaining(text),
    })
  })

  test('one address sets out thirty times at most', async () => {
    const ask = () => auth.limited.request(`/authorize?provider=${name}`)
    const answers = await Promise.all(Array.from({ length: 31 }, ask))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(30)
    const refused = answers.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  })

  test('the settings name the provider and what to call it', async () => {
    const settings = await (await auth.service.request('/settings')).json()
    expect(settings.external).toMatchObject({
      email: true,
      google: true,
      apple: false,
      [name]: true,
    })
    expect(settings.external_labels).toEqual({ [name]: 'Hopyard ID', google: 'Hopyard ID' })
  })
})
