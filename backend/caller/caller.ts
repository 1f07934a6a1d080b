// Identifies the caller: the API key and the bearer token of a request decide the role and the
// claims. The database decides what the role may do.
import { errors as jose } from 'jose'
import type { Caller, Role } from '../database/as-caller.ts'
import { Problem } from '../problem.ts'
import { findAccessTokenFault } from './access-tokens.ts'
import type { Keys } from './keys.ts'

/** Throws a `Problem` with status 401 when the API key is missing, or the key or token is invalid. */
export async function identifyCaller(request: Request, keys: Keys): Promise<Caller> {
  const apiKey = apiKeyOf(request)
  if (!apiKey) {
    throw new Problem('PGRST302', {
      status: 401,
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    })
  }
  const keyHolder = await holderOfApiKey(apiKey, keys)
  const token = bearerTokenOf(request)
  // The official client sends the API key as the bearer token of a visitor who is not signed in.
  return token === undefined || token === apiKey ? keyHolder : callerOfToken(token, keys)
}

/** The token decides, whichever API key comes with it: a user's token stays a user's token. */
export async function callerOfToken(token: string, keys: Keys): Promise<Caller> {
  return callerOfPlainKey(token, keys) ?? callerOfClaims(token, await verify(token, keys), keys)
}

export function bearerTokenOf(request: Request): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(request.headers.get('authorization') ?? '')
  return match ? (match[1] ?? '') : undefined
}

function apiKeyOf(request: Request): string | null {
  return request.headers.get('apikey') || new URL(request.url).searchParams.get('apikey')
}

async function holderOfApiKey(apiKey: string, keys: Keys): Promise<Caller> {
  const plain = callerOfPlainKey(apiKey, keys)
  if (plain) return plain
  const claims = await verify(apiKey, keys).catch(invalidKey)
  // A user's token proves who the user is, not that the request comes from a known application.
  if (claims.role === 'authenticated') return invalidKey()
  return callerOfClaims(apiKey, claims, keys)
}

function callerOfPlainKey(key: string, keys: Keys): Caller | undefined {
  if (keys.isPublishableKey(key)) return { role: 'anon', claims: { role: 'anon' } }
  if (keys.isSecretKey(key)) return { role: 'service_role', claims: { role: 'service_role' } }
  return undefined
}

function callerOfClaims(token: string, claims: Record<string, unknown>, keys: Keys): Caller {
  // Like PostgREST, treat a token without a role as anonymous, unless it names a user.
  const role = claims.role ?? (claims.sub === undefined ? 'anon' : undefined)
  if (role === undefined) throw invalidToken('PGRST303', 'JWT is no access token')
  if (!isRole(role)) {
    throw new Problem('22023', { status: 401, message: `role "${role}" does not exist` })
  }
  if (role === 'authenticated') requireUserToken(token, claims, keys)
  return { role, claims }
}

function requireUserToken(token: string, claims: Record<string, unknown>, keys: Keys): void {
  if (![claims.aud].flat().includes('authenticated')) {
    throw invalidToken('PGRST303', 'JWT not in audience')
  }
  const fault = findAccessTokenFault(keys, token, claims)
  if (fault) throw invalidToken('PGRST303', `JWT is no access token: ${fault}`)
  // An OAuth client reads what its scopes allow at /oauth/userinfo; it has none of the user's rights.
  if (claims.client_id !== undefined) {
    throw new Problem('insufficient_scope', {
      status: 403,
      message: 'This endpoint is not open to OAuth clients',
    })
  }
}

function isRole(role: unknown): role is Role {
  return role === 'anon' || role === 'authenticated' || role === 'service_role'
}

async function verify(token: string, keys: Keys): Promise<Record<string, unknown>> {
  try {
    return await keys.verify(token)
  } catch (cause) {
    if (cause instanceof jose.JWTExpired) throw invalidToken('PGRST303', 'JWT expired', cause)
    if (cause instanceof jose.JWTClaimValidationFailed) {
      throw invalidToken('PGRST303', 'JWT not yet valid', cause)
    }
    throw invalidToken('PGRST301', "JWT couldn't be decoded or it is invalid", cause)
  }
}

function invalidToken(code: string, message: string, cause?: unknown): Problem {
  return new Problem(code, { status: 401, message, cause })
}

function invalidKey(cause?: unknown): never {
  throw new Problem('PGRST301', {
    status: 401,
    message: 'Invalid API key',
    hint: 'Double check your `anon` or `service_role` API key.',
    cause,
  })
}
