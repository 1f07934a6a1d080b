// Refresh tokens: each is used once and replaced by a child. A token that comes back is either a
// client that lost an answer, or a thief; four rules tell them apart.
import type { Queryable } from '../database/database.ts'
import { auditRow, userActor } from './audit.ts'
import type { Origin } from './deps.ts'
import { asInet, type IssuedSession, makeRefreshToken, type Session } from './sessions.ts'
import type { Account, UserRow } from './users.ts'

interface TokenState {
  token: string
  revoked: boolean
  updated_at: Date
  /** The newest token of the session that still works, and the one it replaced. */
  active_token: string | null
  active_parent: string | null
}

interface FoundState extends TokenState {
  account: UserRow
  identities: Account['identities']
  factors: Account['factors']
  session: Session
}

export interface RefreshState {
  account: Account
  session: Session
  token: TokenState
}

/**
 * What there is to know for a refresh, with the session locked: callers with the same token wait
 * here and then see what the first of them did.
 */
export async function lockRefreshToken(
  tx: Queryable,
  token: string,
): Promise<RefreshState | undefined> {
  const { rows } = await tx.query<{ found: FoundState | null }>(
    'select internal.lock_refresh_token($1) as found',
    [token],
  )
  const found = rows[0]?.found
  if (!found) return undefined
  const { account, identities, factors, session, ...state } = found
  return {
    account: { ...withDates(account), identities, factors },
    session: withDates(session),
    token: withDates(state),
  }
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
  const entries = [
    auditRow({ actor, action: 'token_refreshed' }),
    auditRow({ actor, action: 'token_revoked' }),
  ]
  await tx.query('select internal.rotate_refresh_token($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    session.id,
    account.id,
    token,
    child,
    now,
    origin.userAgent,
    asInet(origin.address),
    entries.map(([id]) => id),
    entries.map(([, payload]) => payload),
  ])
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
