// The session behind a token. A token outlives the session that it was made for; staff functions do
// not accept it then, nor one that a program holds for somebody.
import type { Caller } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'

export interface LiveSession {
  id: string
  userId: string
  /** As the database has it now: a token keeps the level at which it was made. */
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
       and (s.not_after is null or s.not_after > now())`,
    [String(session_id ?? ''), String(sub ?? '')],
  )
  return rows[0]
}

/** Under the account's lock: what ended the session meanwhile held it too. */
export async function requireStillOpen(tx: Queryable, { id, userId, level }: LiveSession) {
  const caller = { role: 'authenticated', claims: { sub: userId, session_id: id } } as const
  const live = await findLiveSession(tx, caller)
  if (live?.level === level) return
  throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
}
