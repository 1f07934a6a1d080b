// Key files in the formats that operators use, and the choice of key by `kid`.
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { loadKeys } from './keys.ts'

/** The database is not read when all keys are given. */
const load = (signingKeys: JWK[]) =>
  loadKeys({} as Database, {
    issuer: 'http://site.test/auth/v1',
    signingKeys,
    publishableKey: 'p',
    secretKey: 's',
    codeSecret: 'c',
  })

async function privateJwk(alg: 'RS256' | 'ES256', kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg }
}

const secret: JWK = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url'), alg: 'HS256' }
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const signedWithSecret = (kid?: string) =>
  new SignJWT({ role: 'service_role', exp: inAnHour() })
    .setProtectedHeader(kid === undefined ? { alg: 'HS256' } : { alg: 'HS256', kid })
    .sign(Buffer.alloc(32, 7))

test.each(['RS256', 'ES256'] as const)(
  'a file as the Supabase CLI writes it, with sign and verify, signs with %s',
  async (alg) => {
    const jwk = await privateJwk(alg, 'cli')
    const keys = await load([{ ...jwk, use: 'sig', key_ops: ['sign', 'verify'], ext: true }])
    const token = await keys.sign({ sub: 'x', exp: inAnHour() })
    expect((await keys.verify(token)).sub).toBe('x')
  },
)

test('a shared secret in a key file may list both uses', async () => {
  const keys = await load([{ ...secret, key_ops: ['sign', 'verify'] }])
  expect((await keys.verify(await keys.sign({ sub: 'x', exp: inAnHour() }))).sub).toBe('x')
})

test('the shared secret does not sign in the name of another key', async () => {
  const keys = await load([await privateJwk('RS256', 'rsa'), { ...secret, kid: 'shared' }])
  await expect(keys.verify(await signedWithSecret('rsa'))).rejects.toThrow()
  await expect(keys.verify(await signedWithSecret('unknown'))).rejects.toThrow()
  expect((await keys.verify(await signedWithSecret('shared'))).role).toBe('service_role')
  // Legacy API keys of hosted projects have no `kid`.
  expect((await keys.verify(await signedWithSecret())).role).toBe('service_role')
})
