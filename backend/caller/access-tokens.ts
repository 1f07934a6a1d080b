// Decides whether a token is a user's access token, for every service. The same key also signs ID
// tokens, which tell an OAuth client who signed in and must never act for the user.
import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { isUuid } from '../http/uuid.ts'
import type { Keys } from './keys.ts'

/** For a token whose signature and times are valid: why it is not an access token, or undefined. */
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
  // The database checks that this session is still open.
  if (!isUuid(claims.session_id)) return 'missing session_id claim'
  return undefined
}
