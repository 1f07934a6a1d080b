// The session of a token. A token can outlive its session, or the session be stolen; staff functions refuse
// it then. They also refuse the token of an OAuth client.
import type { Caller } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'

export interface LiveSession {
  id: string
  userId: string
  /** The current level in the database: a token keeps the level it was issued with. */
  level: 'aal1' | 'aal2'
}

export async function findLiveSession(
  database: Queryable,
  { claims: { sub, session_id } }: Caller,
): Promise<LiveSession | undefined> {
  const { rows } = await database.query<LiveSession>(
    `select s.id, s.user_id as "userId", s.aal::text as level
     from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id::text = $1 and u.id::text = $2 and u.deleted_at is null
       and s.oauth_client_id is null
       and (u.banned_until is null or u.banned_until <= now())
       and (s.not_after is null or s.not_after > now())
       and not internal.is_stolen_session(s.id)`,
    [String(session_id ?? ''), String(sub ?? '')],
  )
  return rows[0]
}

/**
 * The token names a session that is no more: signing in again helps, unlike for a role that is missing or
 * the token of an OAuth client. What a stolen session is told stays the same, whoever holds its token.
 */
export async function hasSessionEnded(
  database: Queryable,
  { claims: { session_id } }: Caller,
): Promise<boolean> {
  if (typeof session_id !== 'string') return false
  const { rows } = await database.query(
    'select from auth.sessions where id::text = $1 and (not_after is null or not_after > now())',
    [session_id],
  )
  return rows.length === 0
}

/** To be called while holding the account's row lock, which everything that ends sessions takes too. */
export async function requireStillOpen(tx: Queryable, { id, userId, level }: LiveSession) {
  const caller = { role: 'authenticated', claims: { sub: userId, session_id: id } } as const
  const live = await findLiveSession(tx, caller)
  if (live?.level === level) return
  throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
}
