// Whether an id token is what it says: signed by the provider, for us, for this sign-in, and not too
// old. Every signature is checked by jose against the keys that the provider publishes.
import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { isSameSecret } from '../../http/safe-compare.ts'
import { fetchWithinLimits } from '../../outgoing/limited-fetch.ts'

/** Never `none`, and never a shared secret: the client's is known to the provider's other friends. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Clocks differ a little. */
const clockTolerance = 10

export interface IdToken {
  claims: JWTPayload
  algorithm: string
}

/** Kept for ten minutes; a key that is not among them is looked for again, twice a minute at most. */
export function publishedKeys(jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetchWithinLimits })
}

/** A token that is not good; anything else that goes wrong is a provider that cannot be asked. */
export class BadIdToken extends Error {
  override name = 'BadIdToken'
}

export async function verifyIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, now }: { issuer: string; now: Date },
): Promise<IdToken> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: namesOfIssuer(issuer),
      algorithms,
      clockTolerance,
      currentDate: now,
      requiredClaims: ['exp', 'iat'],
    })
    return { claims: payload, algorithm: protectedHeader.alg }
  } catch (error) {
    const isTokensFault = error instanceof errors.JOSEError && !isKeysFault(error)
    throw isTokensFault ? new BadIdToken(error.message, { cause: error }) : error
  }
}

/** Google's older tokens leave the scheme out, and its own rules accept both. */
function namesOfIssuer(issuer: string): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer]
}

function isKeysFault(error: errors.JOSEError): boolean {
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
}

/** With several audiences the token must also have been issued to us (OpenID Connect Core 3.1.3.7). */
export function isForClient({ aud, azp }: JWTPayload, clientId: string): boolean {
  const audiences = [aud ?? []].flat()
  return audiences.includes(clientId) && (audiences.length === 1 || azp === clientId)
}

/** `at_hash` ties the access token to the id token; without the claim there is nothing to compare. */
export function belongsToToken({ claims, algorithm }: IdToken, accessToken: string): boolean {
  if (claims.at_hash === undefined) return true
  const digest = createHash(hashOf(algorithm)).update(accessToken).digest()
  const expected = digest.subarray(0, digest.length / 2).toString('base64url')
  return isSameSecret(String(claims.at_hash), expected)
}

/** Ed25519 is defined with SHA-512, whatever its names end in. */
function hashOf(algorithm: string): string {
  return /^Ed/.test(algorithm) ? 'sha512' : `sha${algorithm.slice(-3)}`
}
