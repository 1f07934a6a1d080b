// Sessions: one row per sign-in, with its authentication methods.
import { randomInt, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Queryable } from '../../database/database.ts'
import { auditRow, userActor } from '../accounts/audit.ts'
import { dropToken } from '../accounts/one-time-tokens.ts'
import { type Account, nilUuid, updateUser } from '../accounts/users.ts'
import { forbidden } from '../problems.ts'

export type Method =
  | 'password'
  | 'otp'
  | 'totp'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'passkey'
  | 'oauth'
  | 'oauth_provider/authorization_code'
  | 'sso/saml'
  | 'web3'

export type Level = 'aal1' | 'aal2'

/** When a method was used in this session; refreshing does not change it. */
export interface MethodUse {
  method: string
  timestamp: number
  /** The identity provider of single sign-on. */
  provider?: string | undefined
}

export interface Session {
  id: string
  user_id: string
  created_at: Date
  not_after: Date | null
  /** The OAuth client that it was opened for; null for the user's own session. */
  oauth_client_id: string | null
  /** The client's scopes, separated by spaces. */
  scopes: string | null
  /** Newest first. */
  amr: MethodUse[]
}

/** Client address and user agent, as stored with sessions and in the audit log. */
export interface ClientInfo {
  userAgent: string
  address: string
}

/** A session with all that is needed to issue its tokens. */
export interface IssuedSession {
  account: Account
  session: Session
  refreshToken: string
  /** How it was opened or refreshed, passed to the access token hook. */
  by: string
  isNew?: boolean
}

/** For the alias `s` of auth.sessions. */
export const sessionColumns = `s.id, s.user_id, s.created_at, s.not_after, s.oauth_client_id, s.scopes,
  coalesce((select json_agg(json_build_object('method', a.authentication_method,
      'timestamp', floor(extract(epoch from a.updated_at))::bigint) order by a.updated_at desc)
    from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr`

export async function findSession(q: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await q.query<Session>(
    `select ${sessionColumns} from auth.sessions s where s.id = $1`,
    [id],
  )
  return rows[0]
}

/** What limits a session from its beginning. */
interface SessionBounds {
  /** Set by the identity provider; null for the person's own sign-in, which ends with their sign-out. */
  notAfter?: Date | null
  /** The OAuth client that it is opened for, and the client's scopes. */
  client?: { clientId: string; scopes: string }
}

/** Opens a session after a successful authentication and logs the sign-in. */
export async function openSession(
  tx: Queryable,
  account: Account,
  method: Method,
  clientInfo: ClientInfo,
  now: Date,
  { notAfter = null, client }: SessionBounds = {},
): Promise<IssuedSession> {
  if (account.is_sso_user) await requireOwnProvider(tx, account.id)
  const id = randomUUID()
  const refreshToken = makeRefreshToken()
  const traits = client ? { method, client_id: client.clientId } : { method }
  const login = auditRow({ actor: userActor(account), action: 'login', traits })
  await tx.query(
    `with opened as (
       insert into auth.sessions
         (id, user_id, created_at, updated_at, aal, user_agent, ip, oauth_client_id, scopes,
          not_after)
       values ($1, $2, $3, $3, 'aal1', $4, $5, $13, $14, $15)
     ), proved as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values ($6, $1, $3, $3, $7)
     ), started as (
       insert into auth.refresh_tokens
         (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
       values ($8, $9, $2::uuid::text, false, $3, $3, $1)
     ), logged as (
       insert into auth.audit_log_entries (instance_id, created_at, id, payload, ip_address)
       values ($8, $3, $10, $11, $12)
     )
     update auth.users set last_sign_in_at = $3, updated_at = $3 where id = $2`,
    [
      id,
      account.id,
      now,
      clientInfo.userAgent,
      asInet(clientInfo.address),
      randomUUID(),
      method,
      nilUuid,
      refreshToken,
      ...login,
      client?.clientId ?? null,
      client?.scopes ?? null,
      notAfter,
    ],
  )
  return {
    account: { ...account, last_sign_in_at: now, updated_at: now },
    session: {
      id,
      user_id: account.id,
      created_at: now,
      not_after: notAfter,
      oauth_client_id: client?.clientId ?? null,
      scopes: client?.scopes ?? null,
      amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    },
    refreshToken,
    by: method,
    isNew: true,
  }
}

/** However they come: nobody enters for a company that has ended their sign-in. */
async function requireOwnProvider(tx: Queryable, userId: string): Promise<void> {
  const { count } = await tx.query(
    'select from auth.users u where id = $1 and internal.has_own_provider(u)',
    [userId],
  )
  if (count === 0) {
    throw forbidden('sso_provider_disabled', 'The SSO provider of this account is no longer used')
  }
}

/** AAL2 when a second factor is among the session's methods. */
export function levelOf({ amr }: Session): Level {
  const secondFactors = ['totp', 'mfa/phone', 'mfa/webauthn']
  return amr.some(({ method }) => secondFactors.includes(method)) ? 'aal2' : 'aal1'
}

/** Also ends their refresh tokens and pending flows. The caller holds the account's row lock. */
export async function endSessions(tx: Queryable, userId: string, exceptId = nilUuid) {
  await tx.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, exceptId])
  await dropPendingFlows(tx, userId)
}

/**
 * Drops what was started in a session and could be finished without one: linking an identity,
 * authorising an OAuth client, changing the number, a first address. A change of address stays: the
 * owner of the old one must agree.
 */
export async function dropPendingFlows(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `delete from auth.flow_state
     where linking_target_id = $1 or (user_id = $1 and auth_code_issued_at is not null)`,
    [userId],
  )
  await tx.query('delete from auth.oauth_authorizations where user_id = $1', [userId])
  const now = new Date()
  await dropToken(tx, userId, 'phone_change_token', now)
  // Or a new code could be had for it: the number alone asks for that.
  await updateUser(tx, userId, { phone_change: '' }, now)
  await dropFirstAddress(tx, userId, now)
}

/** Nobody but the person who named it reads its mail. An anonymous account has no other way in. */
async function dropFirstAddress(tx: Queryable, userId: string, now: Date): Promise<void> {
  const { count } = await tx.query(
    `update auth.users set email_change = '', email_change_confirm_status = 0
     where id = $1 and email is null and email_change <> '' and not is_anonymous`,
    [userId],
  )
  if (count === 0) return
  for (const kind of ['email_change_token_new', 'email_change_token_current'] as const) {
    await dropToken(tx, userId, kind, now)
  }
}

/** With what was begun in it. False when it has ended already. The caller holds the account's row lock. */
export async function endSession(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const hasEnded = await endClientSession(tx, userId, id)
  await dropPendingFlows(tx, userId)
  return hasEnded
}

/** Of an OAuth client, which may not end what the user began elsewhere. */
export async function endClientSession(tx: Queryable, userId: string, id: string) {
  const { count } = await tx.query('delete from auth.sessions where id = $1 and user_id = $2', [
    id,
    userId,
  ])
  return count > 0
}

/** The column is of type inet; a proxy may send something else. */
export function asInet(address: string): string | null {
  const bare = address.replace(/%.*$/, '')
  return isIP(bare) ? bare : null
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const tokenLength = 12

export function makeRefreshToken(): string {
  const characters = Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)])
  return characters.join('')
}

export function isRefreshToken(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text)
}
