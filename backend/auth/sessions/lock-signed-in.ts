// Locks the account of a signed-in caller and checks the session again. Since the token was checked,
// the account may have been proved by its owner, its password changed or its sessions ended: all of
// these hold the account's row lock. What a session may add to an account passes here.
import type { Queryable } from '../../database/database.ts'
import { isBanned, lockAccount } from '../accounts/users.ts'
import type { SignedIn } from '../context.ts'
import { forbidden, userBanned } from '../problems.ts'
import { findSession } from './sessions.ts'

export async function lockSignedIn(
  tx: Queryable,
  { account, session }: SignedIn,
  now: Date,
): Promise<SignedIn> {
  const locked = await lockAccount(tx, account.id)
  const live = await findSession(tx, session.id)
  const isOver = live?.not_after && live.not_after < now
  if (!locked || live?.user_id !== locked.id || isOver || (await isStolen(tx, live.id))) {
    throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(locked, now)) throw userBanned()
  return { account: locked, session: live }
}

async function isStolen(tx: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await tx.query<{ isStolen: boolean }>(
    'select internal.is_stolen_session($1) as "isStolen"',
    [sessionId],
  )
  return rows[0]?.isStolen ?? false
}
