// Verifies ID tokens: signed by the provider, for us, for this sign-in, and not expired. jose checks
// every signature against the provider's published keys.
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

/** Neither `none` nor a shared secret, which the provider could also have given to others. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Seconds of clock skew. */
const clockTolerance = 10

export interface IdToken {
  claims: JWTPayload
  algorithm: string
}

/** jose caches the keys for ten minutes; an unknown key is fetched at most twice a minute. */
export function publishedKeys(jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetchWithinLimits })
}

/** An invalid token; any other error means that the provider could not be reached. */
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

/** Google's older tokens omit the scheme; its documentation accepts both. */
function namesOfIssuer(issuer: string): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer]
}

function isKeysFault(error: errors.JOSEError): boolean {
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
}

/** With several audiences, `azp` must name us too (OpenID Connect Core 3.1.3.7). */
export function isForClient({ aud, azp }: JWTPayload, clientId: string): boolean {
  const audiences = [aud ?? []].flat()
  return audiences.includes(clientId) && (audiences.length === 1 || azp === clientId)
}

/** `at_hash` binds the access token to the ID token; without the claim there is nothing to compare. */
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
