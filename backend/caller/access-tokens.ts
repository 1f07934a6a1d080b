// The one rule for what counts as a person's access token, whichever service is asked. Our key also
// signs ID tokens, which prove to an OAuth client who signed in and must never act for that person.
import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { isUuid } from '../http/uuid.ts'
import type { Keys } from './keys.ts'

/** What is wrong with a token whose signature and times are right; nothing when it is one of ours. */
export function findAccessTokenFault(
  { issuer }: Pick<Keys, 'issuer'>,
  token: string,
  claims: JWTPayload,
): string | undefined {
  if (decodeProtectedHeader(token).typ?.toUpperCase() !== 'JWT') return 'typ must be JWT'
  if (claims.iss !== issuer) return 'unexpected iss'
  if (claims.aud === undefined) return 'missing aud claim'
  if (typeof claims.role !== 'string' || claims.role === '') return 'missing role claim'
  if (!isUuid(claims.sub)) return 'sub claim must be a UUID'
  // Which session it belongs to; that it is still open is for the database to say.
  if (!isUuid(claims.session_id)) return 'missing session_id claim'
  return undefined
}
