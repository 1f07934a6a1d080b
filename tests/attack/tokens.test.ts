// Tokens that we did not issue, or with too many claims: every endpoint that takes a token refuses them.
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AttackedProduct,
  asAnon,
  asService,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'

let folder: string
let product: AttackedProduct
let signingKey: CryptoKey
let publicJwk: JWK
let publicPem: string
let adminId: string
/** A valid token of an ordinary user. */
let userToken: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
  const pair = await generateKeyPair('ES256', { extractable: true })
  signingKey = pair.privateKey
  publicJwk = await exportJWK(pair.publicKey)
  publicPem = await exportSPKI(pair.publicKey)
  const file = join(folder, 'keys.json')
  await writeFile(file, JSON.stringify([{ ...(await exportJWK(signingKey)), kid: 'first' }]))
  product = await startAttackedProduct({ AUTH_SIGNING_KEYS: file })
  const users = await product.send('/auth/v1/admin/users', { headers: asService })
  adminId = (await users.json()).users[0].id
  const person = { email: 'person@attacked.test', password: 'rake-the-leaves-9' }
  expect((await product.postJson('/auth/v1/signup', person)).status).toBe(200)
  userToken = (await product.signIn(person)).Authorization?.replace('Bearer ', '') ?? ''
})
afterAll(async () => {
  await product.remove()
  await rm(folder, { recursive: true, force: true })
})

const now = () => Math.floor(Date.now() / 1000)
const claimsOfAdmin = (more: object = {}) => ({
  sub: adminId,
  role: 'authenticated',
  aud: 'authenticated',
  iat: now(),
  exp: now() + 3600,
  session_id: '00000000-0000-4000-8000-000000000000',
  ...more,
})
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object, signature = '') =>
  `${part(header)}.${part(claims)}.${signature}`
const hmac = (key: string | Buffer, header: object, claims: object) => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}
const signed = (claims: object, header: object = {}, key: CryptoKey = signingKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'first', ...header }).sign(key)

/** The response of each endpoint to a bearer token with a valid API key. */
async function doors(token: string): Promise<[door: string, status: number][]> {
  const headers = { ...asAnon, Authorization: `Bearer ${token}` }
  const tables = await product.send('/rest/v1/enquiries', { headers })
  const auth = await product.send('/auth/v1/user', { headers })
  const admin = await product.send('/auth/v1/admin/users', { headers })
  const staff = await product.postJson('/functions/v1/staff-accounts', {}, headers)
  return [
    ['tables', tables.status],
    ['auth', auth.status],
    ['auth administration', admin.status],
    ['staff', staff.status],
  ]
}

async function expectRefused(token: string): Promise<void> {
  for (const [door, status] of await doors(token)) {
    expect(`${door} ${status}`).toMatch(/ 40[013]$/)
  }
}

describe('nobody gets in with', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('the algorithm %j', async (alg) => {
    await expectRefused(unsigned({ alg, typ: 'JWT' }, claimsOfAdmin()))
    await expectRefused(
      unsigned({ alg, typ: 'JWT' }, claimsOfAdmin({ role: 'service_role' }), 'AA'),
    )
  })

  test('the public key taken for a shared secret', async () => {
    const secrets = [
      publicPem,
      publicPem.trim(),
      JSON.stringify(publicJwk),
      String(publicJwk.x),
      '',
    ]
    for (const secret of secrets) {
      for (const kid of ['first', undefined]) {
        await expectRefused(hmac(secret, { alg: 'HS256', typ: 'JWT', kid }, claimsOfAdmin()))
      }
    }
  })

  test('a key of their own, however they point at it', async () => {
    const own = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(own.publicKey)
    const headers = [
      ...[{}, { kid: 'other' }, { kid: 'first', jwk }, { jku: 'http://evil.test/jwks.json' }],
      ...[{ x5u: 'http://evil.test/' }, { kid: '../../../../../../dev/null' }, { kid: '' }],
      ...[{ kid: "first' or '1'='1" }, { kid: '__proto__' }, { kid: 'constructor' }],
    ]
    for (const header of headers) {
      await expectRefused(await signed(claimsOfAdmin(), header, own.privateKey))
    }
  })

  test('other words over a good signature', async () => {
    const [header, , signature] = userToken.split('.')
    const claims = claimsOfAdmin({ role: 'service_role' })
    await expectRefused(`${header}.${part(claims)}.${signature}`)
    await expectRefused(userToken.slice(0, -6))
    await expectRefused(`${userToken}.${signature}`)
    await expectRefused(`${userToken.slice(0, -4)}AAAA`)
  })

  test.each([
    ['is past', { iat: 1, exp: 2 }],
    ['is of another audience', { aud: 'another-program' }],
    ['has no audience', { aud: undefined }],
    ['is not valid yet', { nbf: now() + 3600 }],
    ['names a role of the database', { role: 'postgres' }],
    ['names an invented role', { role: 'admin' }],
    ['names a role that is no text', { role: ['service_role'] }],
    ['has an end that is no number', { exp: 'never' }],
    ['names nobody', { sub: 'nobody' }],
    ['names SQL', { sub: "' or 1=1 --" }],
  ])('a well-signed token that %s', async (_, claims) => {
    const token = await signed(claimsOfAdmin(claims))
    const statuses = new Map(await doors(token))
    for (const door of ['auth', 'auth administration', 'staff']) {
      expect(`${door} ${statuses.get(door)}`).toMatch(/ 40[013]$/)
    }
    // With a signed token of an unknown user, the table API shows the same as without one.
    const tables = await product.send('/rest/v1/enquiries', {
      headers: { ...asAnon, Authorization: `Bearer ${token}` },
    })
    if (tables.status === 200) expect(await tables.json()).toEqual([])
    else expect(tables.status).toBeLessThan(500)
  })

  test.each([' ', '.', '..', 'a.b.c', '{}.{}.{}', 'x'.repeat(7000), '💐', 'null', '%00'])(
    'no token at all: %j',
    async (token) => expectRefused(encodeURIComponent(token)),
  )

  test('a person’s token in the place of the api key', async () => {
    for (const apikey of [userToken, await signed(claimsOfAdmin({ role: 'postgres' }))]) {
      expect((await product.send('/rest/v1/google_reviews', { headers: { apikey } })).status).toBe(
        401,
      )
    }
  })
})

describe('nobody becomes more than they are by', () => {
  const more = {
    role: 'service_role',
    aud: 'service',
    app_metadata: { role: 'admin', roles: ['admin'] },
    is_super_admin: true,
    data: { role: 'admin', is_admin: true },
    user_metadata: { role: 'admin' },
    email_confirmed_at: '2026-01-01',
  }
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  test('asking for it at sign-up', async () => {
    const person = { email: 'climber@attacked.test', password: 'rake-the-leaves-9' }
    const answer = await product.postJson('/auth/v1/signup', { ...person, ...more })
    const { access_token } = await answer.json()
    expect(claimsOf(access_token)).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    const headers = { ...asAnon, Authorization: `Bearer ${access_token}` }
    expect(await (await product.send('/rest/v1/user_roles', { headers })).json()).toEqual([])
    expect((await product.postJson('/functions/v1/staff-accounts', {}, headers)).status).toBe(403)
  })

  test('changing their own account', async () => {
    const headers = { ...asAnon, Authorization: `Bearer ${userToken}` }
    const change = (body: object) =>
      product.send('/auth/v1/user', {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await change(more)).status).toBe(403)
    const { app_metadata: _, ...rest } = more
    expect(await (await change(rest)).json()).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect((await product.postJson('/functions/v1/staff-accounts', {}, headers)).status).toBe(403)
  })

  test.each([
    ['giving themselves a role', 'POST', 'user_roles', { role: 'admin' }, [401, 403]],
    ['taking away another’s', 'DELETE', 'user_roles?role=eq.admin', undefined, [204]],
    ['writing an enquiry', 'POST', 'enquiries', { name: 'x' }, [403]],
    ['writing the audit trail', 'POST', 'audit_trail', { actor: 'x' }, [403]],
    ['featuring a review', 'POST', 'google_reviews', { author_name: 'x' }, [403]],
  ])('%s', async (_, method, path, body, statuses) => {
    const answer = await product.send(`/rest/v1/${path}`, {
      method,
      headers: {
        ...asAnon,
        Authorization: `Bearer ${userToken}`,
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify({ user_id: claimsOf(userToken).sub, ...body }) }),
    })
    expect(statuses).toContain(answer.status === 400 ? 403 : answer.status)
    const roles = await product.send('/rest/v1/user_roles?select=user_id,role', {
      headers: asService,
    })
    expect(await roles.json()).toEqual([{ user_id: adminId, role: 'admin' }])
  })
})
