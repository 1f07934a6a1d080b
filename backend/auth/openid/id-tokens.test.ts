import { createHash } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { BadIdToken, belongsToToken, isForClient, verifyIdToken } from './id-tokens.ts'

const google = 'https://accounts.google.com'
const { publicKey, privateKey } = await generateKeyPair('RS256')

async function verify(iss: string, issuer: string) {
  const token = await new SignJWT({ iss, sub: '1' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
  return verifyIdToken(token, async () => publicKey, { issuer, now: new Date() })
}

test('Google may leave the scheme out of its name, nobody else', async () => {
  expect((await verify('accounts.google.com', google)).claims.sub).toBe('1')
  await expect(verify('id.example', 'https://id.example')).rejects.toThrow(BadIdToken)
})

test('a shared secret never signs for a provider', async () => {
  const secret = new TextEncoder().encode('the client’s own secret, thirty-two bytes or more')
  const token = await new SignJWT({ iss: google, sub: '1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(secret)
  const check = verifyIdToken(token, async () => secret, { issuer: google, now: new Date() })
  await expect(check).rejects.toThrow(BadIdToken)
})

test('keys that cannot be had are not the token’s fault', async () => {
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
  const noKeys = () => Promise.reject(new TypeError('fetch failed'))
  const check = verifyIdToken(token, noKeys, { issuer: google, now: new Date() })
  await expect(check).rejects.toThrow(TypeError)
})

test.each([
  [{ aud: 'us' }, true],
  [{ aud: ['us'] }, true],
  // Our own app may have requested it for us.
  [{ aud: 'us', azp: 'our-app' }, true],
  [{ aud: ['us', 'them'], azp: 'us' }, true],
  [{ aud: ['us', 'them'], azp: 'them' }, false],
  [{ aud: ['us', 'them'] }, false],
  [{ aud: 'them' }, false],
  [{}, false],
])('%o is for us: %s', (claims, isOurs) => {
  expect(isForClient(claims, 'us')).toBe(isOurs)
})

test.each([
  ['RS256', 'sha256'],
  ['ES384', 'sha384'],
  ['PS512', 'sha512'],
  ['EdDSA', 'sha512'],
  ['Ed25519', 'sha512'],
])('at_hash of a token signed by %s is half of %s', (algorithm, hash) => {
  const digest = createHash(hash).update('access').digest()
  const at_hash = digest.subarray(0, digest.length / 2).toString('base64url')
  expect(belongsToToken({ claims: { at_hash }, algorithm }, 'access')).toBe(true)
  expect(belongsToToken({ claims: { at_hash }, algorithm }, 'another')).toBe(false)
  expect(belongsToToken({ claims: {}, algorithm }, 'another')).toBe(true)
})
