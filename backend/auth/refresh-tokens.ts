// Refresh tokens: each is used once and replaced by a child. A token that comes back is either a
// client that lost an answer, or a thief; four rules tell them apart.
import type { Queryable } from '../database/database.ts'
import { auditRow, userActor } from './audit.ts'
import type { Origin } from './deps.ts'
import {
  asInet,
  type IssuedSession,
  makeRefreshToken,
  type Session,
  sessionColumns,
} from './sessions.ts'
import { type Account, accountColumns, nilUuid } from './users.ts'

interface TokenState {
  token: string
  revoked: boolean
  updated_at: Date
  /** The newest token of the session that still works, and the one it replaced. */
  active_token: string | null
  active_parent: string | null
}

export interface RefreshState {
  account: Account
  session: Session
  token: TokenState
}

/**
 * What there is to know for a refresh, with the session locked. The session is locked first and read
 * after: callers with the same token wait here and then see what the first of them did.
 */
export async function lockRefreshToken(
  tx: Queryable,
  token: string,
): Promise<RefreshState | undefined> {
  await tx.query(
    `select from auth.sessions
     where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [token],
  )
  const { rows } = await tx.query<{ account: Account; session: Session } & TokenState>(
    `select t.token, t.revoked, t.updated_at, active.token as active_token,
       active.parent as active_parent,
       (select to_json(found) from (select ${sessionColumns}) found) as session,
       (select to_json(found) from (select ${accountColumns}) found) as account
     from auth.refresh_tokens t
     join auth.sessions s on s.id = t.session_id
     join auth.users u on u.id = s.user_id
     left join lateral (
       select token, parent from auth.refresh_tokens
       where session_id = s.id and not revoked order by id desc limit 1
     ) active on true
     where t.token = $1`,
    [token],
  )
  const [found] = rows
  if (!found) return undefined
  const { account, session, ...state } = found
  return { account: withDates(account), session: withDates(session), token: state }
}

export type Verdict = 'rotate' | 'give-active' | 'reuse' | 'already-used'

/** The four rules. */
export function judgeRefresh(token: TokenState, reuseInterval: number, now: Date): Verdict {
  if (!token.revoked) return 'rotate'
  // The answer with the child was lost: the client is one step behind, however long ago.
  if (token.active_parent === token.token) return 'give-active'
  const sinceRevoked = now.getTime() - token.updated_at.getTime()
  if (sinceRevoked <= reuseInterval * 1000) return 'reuse'
  return 'already-used'
}

/** Replaces the token by a child and notes where the session was last seen. */
export async function rotate(
  tx: Queryable,
  { account, session, token }: { account: Account; session: Session; token: string | null },
  origin: Origin,
  now: Date,
): Promise<IssuedSession> {
  const child = makeRefreshToken()
  const actor = userActor(account)
  await tx.query(
    `with revoked as (
       update auth.refresh_tokens set revoked = true, updated_at = $1
       where token = $2 and not revoked
     ), child as (
       insert into auth.refresh_tokens
         (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
       values ($3, $4, $5, false, $1, $1, $2, $6)
     ), logged as (
       insert into auth.audit_log_entries (instance_id, created_at, id, payload, ip_address)
       values ($3, $1, $9, $10, $11), ($3, $1, $12, $13, $14)
     )
     update auth.sessions
     set refreshed_at = $1::timestamptz at time zone 'utc', updated_at = $1, user_agent = $7, ip = $8
     where id = $6`,
    [
      now,
      token,
      nilUuid,
      child,
      account.id,
      session.id,
      origin.userAgent,
      asInet(origin.address),
      ...auditRow({ actor, action: 'token_refreshed' }),
      ...auditRow({ actor, action: 'token_revoked' }),
    ],
  )
  return { account, session, refreshToken: child }
}

/** A new token for a session that has just been proved further; the one in use is its parent. */
export async function replaceLiveToken(
  tx: Queryable,
  account: Account,
  session: Session,
  origin: Origin,
  now: Date,
): Promise<IssuedSession> {
  const { rows } = await tx.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and not revoked
     order by id desc limit 1`,
    [session.id],
  )
  return rotate(tx, { account, session, token: rows[0]?.token ?? null }, origin, now)
}

/** Ends every way to refresh the session; its access tokens run out by themselves. */
export async function revokeSessionTokens(tx: Queryable, session: Session, now: Date) {
  await tx.query(
    `update auth.refresh_tokens set revoked = true, updated_at = $2
     where session_id = $1 and not revoked`,
    [session.id, now],
  )
}

/** JSON has no dates; the columns that end in `_at`, and two more, are some. */
function withDates<Row extends object>(row: Row): Row {
  const isTime = (name: string) =>
    name.endsWith('_at') || name === 'not_after' || name === 'banned_until'
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && isTime(name) ? new Date(value) : value,
    ]),
  ) as Row
}
