// Which role a request to the table API gets, by its API key and bearer token.
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTableApi,
  origin,
  people,
  sessionOf,
  type TableApi,
  userToken,
} from '#tests/support/table-api.ts'

let api: TableApi
beforeAll(async () => {
  api = await openTableApi('embedded')
})
afterAll(() => api.remove())

type Headers = Record<string, string>

async function whoAmI(headers: Headers, query = '') {
  const response = await api.fetch(`${origin}/rest/v1/rpc/who_am_i${query}`, { headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

describe('good keys and tokens', () => {
  const cases: [string, () => Promise<Headers>, { role: string; sub: string | null }][] = [
    [
      'the publishable key alone is anonymous',
      async () => ({ apikey: api.keys.publishableKey }),
      { role: 'anon', sub: null },
    ],
    [
      'the publishable key as key and token is anonymous',
      async () => ({ apikey: api.keys.publishableKey, ...bearer(api.keys.publishableKey) }),
      { role: 'anon', sub: null },
    ],
    [
      'the secret key alone is the service role',
      async () => ({ apikey: api.keys.secretKey }),
      { role: 'service_role', sub: null },
    ],
    [
      'the secret key as key and token is the service role',
      async () => ({ apikey: api.keys.secretKey, ...bearer(api.keys.secretKey) }),
      { role: 'service_role', sub: null },
    ],
    [
      "a user's token with the publishable key is the user",
      async () => ({
        apikey: api.keys.publishableKey,
        ...bearer(await userToken(api.keys, people.user)),
      }),
      { role: 'authenticated', sub: people.user },
    ],
    [
      "a user's token stays the user with the secret key",
      async () => ({
        apikey: api.keys.secretKey,
        ...bearer(await userToken(api.keys, people.user)),
      }),
      { role: 'authenticated', sub: people.user },
    ],
    [
      'a signed token of the role anon is an api key',
      async () => ({ apikey: await api.keys.sign({ role: 'anon' }) }),
      { role: 'anon', sub: null },
    ],
    [
      'a signed token of the role service_role is an api key',
      async () => ({ apikey: await api.keys.sign({ role: 'service_role' }) }),
      { role: 'service_role', sub: null },
    ],
    [
      'a token without a role is anonymous',
      async () => ({
        apikey: api.keys.publishableKey,
        ...bearer(await api.keys.sign({})),
      }),
      { role: 'anon', sub: null },
    ],
  ]
  test.each(cases)('%s', async (_, headers, expected) => {
    const { status, body } = await whoAmI(await headers())
    expect({ status, body }).toEqual({ status: 200, body: expected })
  })

  test('the api key may come as a query parameter', async () => {
    const { status, body } = await whoAmI({}, `?apikey=${api.keys.publishableKey}`)
    expect({ status, body }).toEqual({ status: 200, body: { role: 'anon', sub: null } })
  })
})

describe('what is refused', () => {
  const apikey = () => ({ apikey: api.keys.publishableKey })
  const now = Math.floor(Date.now() / 1000)
  const cases: [string, () => Promise<Headers>, string, string][] = [
    ['no api key', async () => ({}), 'PGRST302', 'No API key found in request'],
    [
      'a token that names a person and no role, such as an ID token,',
      async () => ({ ...apikey(), ...bearer(await api.keys.sign({ sub: people.admin })) }),
      'PGRST303',
      'JWT is no access token',
    ],
    [
      'a token of another issuer',
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.admin, { iss: 'http://other.test/auth/v1' })),
      }),
      'PGRST303',
      'JWT is no access token: unexpected iss',
    ],
    [
      'a token without a session',
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.admin, { session_id: undefined })),
      }),
      'PGRST303',
      'JWT is no access token: missing session_id claim',
    ],
    [
      "a token with another person's session",
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.admin, { session_id: sessionOf(people.user) })),
      }),
      'PGRST303',
      'Session from session_id claim in JWT does not exist',
    ],
    [
      'a token of a session whose refresh token came twice',
      async () => {
        const session_id = await addStolenSession(people.admin)
        return { ...apikey(), ...bearer(await userToken(api.keys, people.admin, { session_id })) }
      },
      'PGRST303',
      'Session from session_id claim in JWT does not exist',
    ],
    [
      'a token without an api key',
      async () => bearer(await userToken(api.keys, people.user)),
      'PGRST302',
      'No API key found in request',
    ],
    ['an unknown api key', async () => ({ apikey: 'sb_secret_x' }), 'PGRST301', 'Invalid API key'],
    [
      "a user's token as api key",
      async () => ({ apikey: await userToken(api.keys, people.user) }),
      'PGRST301',
      'Invalid API key',
    ],
    [
      'a token that is no token',
      async () => ({ ...apikey(), ...bearer('not.a.token') }),
      'PGRST301',
      "JWT couldn't be decoded or it is invalid",
    ],
    [
      'an empty token',
      async () => ({ ...apikey(), Authorization: 'Bearer' }),
      'PGRST301',
      "JWT couldn't be decoded or it is invalid",
    ],
    [
      'an unsigned token',
      async () => ({ ...apikey(), ...bearer(unsigned({ role: 'service_role' })) }),
      'PGRST301',
      "JWT couldn't be decoded or it is invalid",
    ],
    [
      "a token signed with a stranger's key",
      async () => ({ ...apikey(), ...bearer(await foreign(api)) }),
      'PGRST301',
      "JWT couldn't be decoded or it is invalid",
    ],
    [
      'an expired token',
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.user, { exp: now - 60 })),
      }),
      'PGRST303',
      'JWT expired',
    ],
    [
      'a token for later',
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.user, { nbf: now + 600 })),
      }),
      'PGRST303',
      'JWT not yet valid',
    ],
    [
      "a user's token for another audience",
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.user, { aud: 'another-service' })),
      }),
      'PGRST303',
      'JWT not in audience',
    ],
    [
      'a role that is not of the API',
      async () => ({
        ...apikey(),
        ...bearer(await userToken(api.keys, people.user, { role: 'postgres' })),
      }),
      '22023',
      'role "postgres" does not exist',
    ],
  ]
  test.each(cases)('%s is refused', async (_, headers, code, message) => {
    const { status, body, headers: answered } = await whoAmI(await headers())
    expect(status).toBe(401)
    expect(body).toMatchObject({ code, message })
    expect(answered.get('www-authenticate')).toBe(
      code === 'PGRST301' || code === 'PGRST303'
        ? `Bearer error="invalid_token", error_description="${message}"`
        : 'Bearer',
    )
  })
})

function unsigned(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

/** Signed with an unknown key, with the key id of our own. */
async function foreign({ keys }: TableApi): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { kid = '' } = keys.publicKeys[0] ?? (await exportJWK(privateKey))
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
}

test('a token is worth nothing once its session has ended', async () => {
  const session = '00000000-0000-4000-8002-00000000000b'
  const insert = 'insert into auth.sessions (id, user_id) values ($1, $2)'
  await api.database.query(insert, [session, people.user])
  const token = await userToken(api.keys, people.user, { session_id: session })
  const headers = { apikey: api.keys.publishableKey, ...bearer(token) }
  expect((await whoAmI(headers)).status).toBe(200)
  await api.database.query('delete from auth.sessions where id = $1', [session])
  expect((await whoAmI(headers)).status).toBe(401)
})

/** As a second use of its refresh token leaves it. */
async function addStolenSession(userId: string): Promise<string> {
  const id = randomUUID()
  await api.database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, userId])
  await api.database.query(
    `insert into auth.refresh_tokens (token, user_id, session_id, revoked)
     values ('comestwice12', $1::uuid::text, $2, true)`,
    [userId, id],
  )
  return id
}
