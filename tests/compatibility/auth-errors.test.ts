// The errors that clients rely on: status, code and text, in both error formats.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { type As, email, type Prepared, type Row, rows, type Services } from './auth-error-rows.ts'

const password = goodPassword

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let prepared: Prepared

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const { database } = opened
    const usual = await startAuth(database)
    const services: Services = {
      usual,
      careful: await startAuth(database, { autoconfirm: false }),
      closed: await startAuth(database, { isSignUpDisabled: true, allowsPasskeys: false }),
      plain: await startAuth(database, { allowsAnonymous: true }),
    }
    const client = usual.client()
    const { data } = await client.signUp({ email: 'person@example.com', password })
    await usual.client().signUp({ email: 'other@example.com', password })
    await services.careful.client().signUp({ email: 'unconfirmed@example.com', password })
    await usual.admin.inviteUserByEmail('invited@example.com')
    await usual.admin.createUser({ phone: '441632960999' })
    const nameless = await services.plain.client().signInAnonymously()
    prepared = {
      services,
      person: {
        id: data.user?.id ?? '',
        email: 'person@example.com',
        token: data.session?.access_token ?? '',
      },
      nameless: nameless.data.session?.access_token ?? '',
    }
  })
  afterAll(() => opened.remove())

  async function bearerOf(as: As): Promise<string | undefined> {
    if (typeof as === 'object') return as.bearer(prepared)
    if (as === 'person') return prepared.person.token
    if (as === 'nameless') return prepared.nameless
    return as === 'staff' ? prepared.services.usual.keys.secretKey : undefined
  }

  async function ask({ request, body, as = 'nobody', on = 'usual' }: Row, version?: string) {
    const [method = '', path = ''] = request.split(' ')
    const bearer = await bearerOf(as)
    const response = await prepared.services[on].request(path, {
      method,
      headers: {
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(version ? { 'X-Supabase-Api-Version': version } : {}),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { response, answer: (await response.json()) as Record<string, unknown> }
  }

  const named = rows.map((row) => ({ ...row, sent: nameOf(row) }))

  test.each(named)('$request $sent → $status $code', async (row) => {
    const { response, answer } = await ask(row, '2024-01-01')
    const matches = row.text instanceof RegExp ? expect.stringMatching(row.text) : row.text
    expect({ status: response.status, ...answer }).toEqual({
      status: row.status,
      code: row.code,
      message: matches,
      ...(row.code === 'weak_password' ? { weak_password: { reasons: expect.any(Array) } } : {}),
    })
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')

    const old = await ask(row)
    expect({ status: old.response.status, ...old.answer }).toEqual({
      status: row.status,
      code: row.status,
      error_code: row.code,
      msg: matches,
      ...(row.code === 'weak_password' ? { weak_password: { reasons: expect.any(Array) } } : {}),
    })
    expect(old.response.headers.get('x-supabase-api-version')).toBeNull()
    expect(old.response.headers.get('x-sb-error-code')).toBe(row.code)
  })

  test('a weak password is refused with its reason', async () => {
    const { error } = await prepared.services.careful.client().signUp({ email, password: 'aaa' })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      reasons: ['length'],
    })
  })

  test('an accepted password that has become weak is pointed out', async () => {
    const { usual } = prepared.services
    await usual.admin.createUser({
      email: 'weak@example.com',
      password: 'letmein',
      email_confirm: true,
    })
    const { data } = await usual
      .client()
      .signInWithPassword({ email: 'weak@example.com', password: 'letmein' })
    expect(data.weakPassword?.reasons).toEqual(['pwned'])
  })

  test('an id token refusal has the shape of OAuth in both dialects', async () => {
    const row = {
      request: 'POST /token?grant_type=id_token',
      body: {},
      status: 400,
      code: '',
      text: '',
    }
    for (const version of [undefined, '2024-01-01']) {
      const { response, answer } = await ask(row, version)
      expect(response.status).toBe(400)
      expect(answer).toEqual({ error: 'invalid request', error_description: 'id_token required' })
    }
  })

  test('whoever comes back from a provider nobody was sent to is led to the site', async () => {
    const { usual } = prepared.services
    const come = (path: string, init?: RequestInit) => usual.request(path, init)
    const answers = [
      [await come('/callback?code=x'), 'bad_oauth_callback', 'OAuth state parameter missing'],
      [
        await come('/callback', {
          method: 'POST',
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
          body: 'no form at all',
        }),
        'bad_oauth_callback',
        'OAuth state parameter missing',
      ],
      [
        await come('/callback?code=x&state=y'),
        'bad_oauth_state',
        'OAuth callback with invalid state',
      ],
      [
        await come('/callback', { method: 'POST', body: new URLSearchParams({ state: 'y' }) }),
        'bad_oauth_state',
        'OAuth callback with invalid state',
      ],
    ] as const
    for (const [answer, code, text] of answers) {
      expect(answer.status).toBe(303)
      const { origin, searchParams } = new URL(answer.headers.get('location') ?? '')
      expect(origin).toBe('http://localhost:3000')
      expect(Object.fromEntries(searchParams)).toEqual({
        error: 'invalid_request',
        error_code: code,
        error_description: text,
      })
    }
  })

  test('an update to an address of another account is a failure of the service', async () => {
    const { usual } = prepared.services
    const row = {
      request: `PUT /admin/users/${prepared.person.id}`,
      as: 'staff' as const,
      body: { email: 'other@example.com' },
      status: 500,
      code: 'unexpected_failure',
      text: 'Error updating user',
    }
    const { response, answer } = await ask(row, '2024-01-01')
    expect({ status: response.status, ...answer }).toEqual({
      status: 500,
      code: 'unexpected_failure',
      message: 'Error updating user',
    })
    const old = await ask(row)
    expect(old.answer).toMatchObject({ code: '23505' })
    expect(usual.errors.length).toBeGreaterThan(0)
  })

  test('an unexpected failure tells nothing but an id', async () => {
    const { usual } = prepared.services
    const { database } = usual.deps
    await database.query('alter table auth.audit_log_entries rename to away')
    try {
      const row = {
        request: 'POST /token?grant_type=password',
        body: { email: prepared.person.email, password },
        status: 500,
        code: '',
        text: '',
      }
      const { response, answer } = await ask(row)
      expect(response.status).toBe(500)
      expect(answer).toEqual({
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Unexpected failure, please check server logs for more information',
        error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    } finally {
      await database.query('alter table auth.away rename to audit_log_entries')
    }
  })

  test('an odd version is the old dialect', async () => {
    const row = { request: 'GET /user', status: 401, code: '', text: '' }
    for (const version of ['latest', '2023-12-31', '2024']) {
      const { answer } = await ask(row, version)
      expect(answer).toMatchObject({ code: 401, error_code: 'no_authorization' })
    }
  })

  test('an unknown address is a plain 404', async () => {
    const response = await prepared.services.usual.request('/nowhere')
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('404 page not found\n')
  })

  test('another site may call and read the headers it needs', async () => {
    const { usual } = prepared.services
    const response = await usual.request('/token', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,x-supabase-api-version',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(response.headers.get('access-control-allow-headers')).toContain('X-Supabase-Api-Version')
    const settings = await usual.request('/settings', {
      headers: { Origin: 'https://app.example' },
    })
    expect(settings.headers.get('access-control-expose-headers')).toBe(
      'X-Total-Count,Link,X-Supabase-Api-Version',
    )
    const refused = await usual.request('/user', { headers: { Origin: 'https://app.example' } })
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })

  test('settings and health are there for everybody', async () => {
    const { usual } = prepared.services
    const settings = await (await usual.request('/settings')).json()
    expect(settings).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    expect(Object.keys(settings.external)).toHaveLength(26)
    expect(await (await usual.request('/health')).json()).toMatchObject({ name: 'GoTrue' })
  })

  test('too many requests from one address are refused with a waiting time', async () => {
    const limited = await startAuth(opened.database, { rateLimitScale: 1 })
    const refuse = () =>
      limited.post(
        '/verify',
        { type: 'signup', token_hash: 'x' },
        { 'x-test-address': '203.0.113.9' },
      )
    const statuses = (await Promise.all(Array.from({ length: 31 }, refuse))).map((r) => r.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const refused = await refuse()
    expect(await refused.json()).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await limited.post('/verify', { type: 'signup', token_hash: 'x' })
    expect(other.status).toBe(403)
  })

  test('guesses at one account are limited from however many addresses', async () => {
    const limited = await startAuth(opened.database, { rateLimitScale: 1 })
    const guess = (i: number) =>
      limited.post(
        '/verify',
        { type: 'recovery', token: '000000', email: 'person@example.com' },
        { 'x-test-address': `203.0.113.${i}` },
      )
    const statuses = (await Promise.all(Array.from({ length: 40 }, (_, i) => guess(i)))).map(
      (r) => r.status,
    )
    expect(statuses.filter((status) => status === 403)).toHaveLength(30)
  })

  test('a mail asked for again too soon says how long to wait', async () => {
    const slow = await startAuth(opened.database, { mailIntervalSeconds: 60 })
    await slow.post('/recover', { email: 'other@example.com' })
    const { error } = await slow.client().resetPasswordForEmail('other@example.com')
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(
      /^For security purposes, you can only request this after (59|60) seconds\.$/,
    )
  })
})

function nameOf({ body, as = 'nobody', on = 'usual' }: Row): string {
  const sent = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  const who = typeof as === 'string' ? as : 'own token'
  return `${sent.slice(0, 60)} as ${who} on ${on}`
}
