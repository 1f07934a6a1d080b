// Refresh token rotation: each token is used once and replaced by a child. A reused token comes from
// a client that lost a response, or from a thief; the database function internal.refresh_session
// tells them apart and acts in one statement.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { auditRow, userActor } from '../accounts/audit.ts'
import type { Account, UserRow } from '../accounts/users.ts'
import type { ClientInfo } from './sessions.ts'
import { asInet, type IssuedSession, makeRefreshToken, type Session } from './sessions.ts'

export type Refreshed =
  | { verdict: 'not-found' }
  | { verdict: 'banned' | 'expired' | 'wrong-client' }
  | { verdict: 'already-used'; userId: string }
  | { verdict: 'rotate' | 'give-active' | 'reuse'; issued: IssuedSession }

export interface RefreshOptions {
  reuseIntervalSeconds: number
  now: Date
  client?: string | null
}

interface RefreshResult {
  verdict: Refreshed['verdict']
  refresh_token: string
  session: Session
  account: UserRow
  identities: Account['identities']
  factors: Account['factors']
}

/**
 * `client` is the OAuth client that asks, if any: a session is only refreshed by the client it was
 * opened for. Do not call this inside a transaction that may be rolled back: a stolen session must
 * stay revoked.
 */
export async function refreshSession(
  q: Queryable,
  token: string,
  clientInfo: ClientInfo,
  { reuseIntervalSeconds, now, client = null }: RefreshOptions,
): Promise<Refreshed> {
  const { rows } = await q.query<{ result: RefreshResult }>(
    'select internal.refresh_session($1, $2, $3, $4, $5, $6, $7, $8) as result',
    [
      token,
      makeRefreshToken(),
      now,
      clientInfo.userAgent,
      asInet(clientInfo.address),
      reuseIntervalSeconds,
      [randomUUID(), randomUUID()],
      client,
    ],
  )
  const result = rows[0]?.result
  if (!result) return { verdict: 'not-found' }
  const { verdict, refresh_token: refreshToken, session, account, identities, factors } = result
  if (verdict === 'already-used') return { verdict, userId: account.id }
  if (verdict !== 'rotate' && verdict !== 'give-active' && verdict !== 'reuse') return { verdict }
  const issued: IssuedSession = {
    account: { ...withDates(account), identities, factors },
    session: withDates(session),
    refreshToken,
    by: 'token_refresh',
  }
  return { verdict, issued }
}

/**
 * Issues a new token after the session passed a second factor; the current token becomes its parent.
 */
export async function replaceLiveToken(
  tx: Queryable,
  account: Account,
  session: Session,
  clientInfo: ClientInfo,
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
    clientInfo.userAgent,
    asInet(clientInfo.address),
    entries.map(([id]) => id),
    entries.map(([, payload]) => payload),
  ])
  const by = session.amr[0]?.method ?? 'token_refresh'
  return { account, session, refreshToken: child, by }
}

/** JSON has no dates: converts columns that end in `_at`, `not_after` and `banned_until`. */
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
