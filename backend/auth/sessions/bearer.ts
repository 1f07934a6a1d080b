// Guards for signed-in users and for the service role. Clients rely on the order of the checks and
// their statuses.
import type { JWTPayload } from 'jose'
import { findAccessTokenFault } from '../../caller/access-tokens.ts'
import { sessionIdOf } from '../../caller/caller-roles.ts'
import { isUuid } from '../../http/uuid.ts'
import { chargeTimed } from '../../limits/caller-quotas.ts'
import { QuotaExceeded } from '../../limits/cpu-quotas.ts'
import { networkOf } from '../../limits/network.ts'
import { Problem } from '../../problem.ts'
import { type Account, audience, findById, isBanned } from '../accounts/users.ts'
import type { AuthContext, Guard, SignedIn } from '../context.ts'
import { forbidden, requestRateReached, userBanned, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { findSession, type Session } from './sessions.ts'

const serviceRoles = ['service_role', 'supabase_admin']

/**
 * Charges the caller's quota, as the other services do. `oauthClients` allows tokens of OAuth
 * clients.
 */
export function signedIn(service: Service, { oauthClients = false } = {}): Guard {
  return async function requireSignedIn(c, next) {
    const read = await readClaims(service, c)
    const payer = { network: networkOf(c.var.address), session: sessionIdOf(read.claims) }
    await chargeTimed(service.quotas, payer, async () => {
      c.set('signedIn', await findSignedIn(service, c, read, { oauthClients }))
      await next()
    }).catch((error: unknown) => {
      throw error instanceof QuotaExceeded ? requestRateReached(error.retryAfterSeconds) : error
    })
  }
}

async function findSignedIn(
  service: Service,
  c: AuthContext,
  { claims, fault }: Read,
  { oauthClients }: { oauthClients: boolean },
): Promise<SignedIn> {
  const account = await findCaller(service, claims)
  requireAudience(c, claims, account)
  const session = await findCallersSession(service, claims)
  if (fault) throw forbidden('bad_jwt', `invalid JWT: ${fault}`)
  if (session?.user_id !== account.id) throw sessionNotFound()
  requireNotOver(service, session)
  if (isBanned(account, service.now())) throw userBanned()
  if (session.oauth_client_id && !oauthClients) {
    throw forbidden('insufficient_scope', 'This endpoint is not open to OAuth clients')
  }
  return { account, session }
}

/** After `signedIn`: an anonymous user cannot sign in again, so a second factor makes no sense. */
export const notAnonymous: Guard = async function requireAccount(c, next) {
  if (c.var.signedIn.account.is_anonymous) {
    throw forbidden('no_authorization', 'Anonymous user not allowed to perform these actions')
  }
  await next()
}

export function requireServiceRole(service: Service): Guard {
  return async function checkServiceRole(c, next) {
    const { claims } = await readClaims(service, c)
    const role = claims.role
    if (typeof role !== 'string' || !serviceRoles.includes(role)) {
      throw forbidden('not_admin', 'User not allowed')
    }
    const session = await findCallersSession(service, claims)
    if (session) requireNotOver(service, session)
    c.set('serviceCaller', { role })
    await next()
  }
}

interface Read {
  claims: JWTPayload
  /** Why this token, although signed with our key, is not a user's access token. */
  fault?: string | undefined
}

async function readClaims({ keys }: Service, c: AuthContext): Promise<Read> {
  const token = bearerToken(c) ?? c.req.header('apikey') ?? ''
  if (keys.isSecretKey(token)) return { claims: { role: 'service_role' } }
  if (bearerToken(c) === undefined) {
    throw new Problem('no_authorization', {
      status: 401,
      message: 'This endpoint requires a valid Bearer token',
    })
  }
  if (keys.isPublishableKey(token)) return { claims: { role: 'anon' } }
  try {
    const claims = await keys.verify(token)
    return { claims, fault: findAccessTokenFault(keys, token, claims) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'unknown reason'
    throw forbidden('bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`, error)
  }
}

function bearerToken(c: AuthContext): string | undefined {
  return /^[Bb]earer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
}

async function findCaller({ database }: Service, { sub }: JWTPayload): Promise<Account> {
  if (!sub) throw forbidden('bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) {
    throw new Problem('bad_jwt', {
      status: 400,
      message: 'invalid claim: sub claim must be a UUID',
    })
  }
  const account = await findById(database, sub)
  if (account) return account
  throw forbidden('user_not_found', 'User from sub claim in JWT does not exist')
}

/** A token for another audience is refused, whatever the request's header says. */
function requireAudience(c: AuthContext, { aud }: JWTPayload, account: Account): void {
  const own = account.aud ?? audience
  const wanted = c.req.header('x-jwt-aud') ?? own
  if (wanted !== own || (aud !== undefined && ![aud].flat().includes(own))) {
    throw validationFailed("Token audience doesn't match request audience")
  }
}

async function findCallersSession(
  { database }: Service,
  { session_id: id }: JWTPayload,
): Promise<Session | undefined> {
  if (id === undefined || id === null || id === '') return undefined
  if (typeof id !== 'string' || !isUuid(id)) {
    throw forbidden('bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  const session = await findSession(database, id)
  if (session) return session
  throw sessionNotFound()
}

function requireNotOver({ now }: Service, { not_after: end }: Session): void {
  if (end && end < now()) throw forbidden('session_expired', 'Session is no longer valid')
}

function sessionNotFound(): Problem {
  return forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
}
