// Refresh tokens: each is used once and replaced by a child. A token that comes back is either a
// client that lost an answer, or a thief; the four rules that tell them apart are in the database
// function internal.refresh_session, which decides and acts in one statement.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { auditRow, userActor } from '../accounts/audit.ts'
import type { Account, UserRow } from '../accounts/users.ts'
import type { Origin } from './sessions.ts'
import { asInet, type IssuedSession, makeRefreshToken, type Session } from './sessions.ts'

export type Refreshed =
  | { verdict: 'not-found' }
  | { verdict: 'banned' | 'expired' | 'already-used' | 'wrong-client' }
  | { verdict: 'rotate' | 'give-active' | 'reuse'; issued: IssuedSession }

export interface RefreshOptions {
  reuseIntervalSeconds: number
  now: Date
  client?: string | null
}

interface Answer {
  verdict: Refreshed['verdict']
  refresh_token: string
  session: Session
  account: UserRow
  identities: Account['identities']
  factors: Account['factors']
}

/**
 * `client` is the program that asks, if it is one: a session is refreshed by whom it was opened for.
 * Not to be called inside a transaction that may fail: a stolen session must stay revoked.
 */
export async function refreshSession(
  q: Queryable,
  token: string,
  origin: Origin,
  { reuseIntervalSeconds, now, client = null }: RefreshOptions,
): Promise<Refreshed> {
  const { rows } = await q.query<{ answer: Answer }>(
    'select internal.refresh_session($1, $2, $3, $4, $5, $6, $7, $8) as answer',
    [
      token,
      makeRefreshToken(),
      now,
      origin.userAgent,
      asInet(origin.address),
      reuseIntervalSeconds,
      [randomUUID(), randomUUID()],
      client,
    ],
  )
  const answer = rows[0]?.answer
  if (!answer) return { verdict: 'not-found' }
  const { verdict, refresh_token: refreshToken, session, account, identities, factors } = answer
  if (verdict !== 'rotate' && verdict !== 'give-active' && verdict !== 'reuse') return { verdict }
  const issued: IssuedSession = {
    account: { ...withDates(account), identities, factors },
    session: withDates(session),
    refreshToken,
    by: 'token_refresh',
  }
  return { verdict, issued }
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
  const child = makeRefreshToken()
  const actor = userActor(account)
  const entries = [
    auditRow({ actor, action: 'token_refreshed' }),
    auditRow({ actor, action: 'token_revoked' }),
  ]
  await tx.query('select internal.rotate_refresh_token($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    session.id,
    account.id,
    rows[0]?.token ?? null,
    child,
    now,
    origin.userAgent,
    asInet(origin.address),
    entries.map(([id]) => id),
    entries.map(([, payload]) => payload),
  ])
  const by = session.amr[0]?.method ?? 'token_refresh'
  return { account, session, refreshToken: child, by }
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
