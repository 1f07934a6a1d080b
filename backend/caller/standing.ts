// What the database says of the caller before anything that they asked for is planned: is the session
// of their token still open, and which role do they have?

import type { Caller } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { isUuid } from '../http/uuid.ts'
import { Problem } from '../problem.ts'

export interface Standing {
  /** Works on enquiries and figures; an administrator does too. */
  isStaff: boolean
  isAdmin: boolean
}

const withoutSession: Standing = { isStaff: false, isAdmin: false }

/** For a transaction that runs as the caller. Throws when the session of their token has ended. */
export async function readStanding(tx: Queryable, { role }: Caller): Promise<Standing> {
  if (role !== 'authenticated') return withoutSession
  const { rows } = await tx.query<{ is_live: boolean; is_staff: boolean; is_admin: boolean }>(
    'select is_live, is_staff, is_admin from internal.caller_standing()',
    [],
    { name: 'caller-standing' },
  )
  if (!rows[0]?.is_live) {
    throw new Problem('PGRST303', {
      status: 401,
      message: 'Session from session_id claim in JWT does not exist',
    })
  }
  return { isStaff: rows[0].is_staff, isAdmin: rows[0].is_admin }
}

/** Which session a token names, if it names one at all. */
export function sessionIdOf({ session_id: id }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' && isUuid(id) ? id : undefined
}

/**
 * Is this an open session of staff or an administrator? Whatever they have proved in it: somebody at the
 * second step has a place to take it.
 */
export function isStaffSession(database: Queryable): (session: string) => Promise<boolean> {
  return async (session) => {
    const { count } = await database.query(
      `select from auth.sessions s join public.user_roles r on r.user_id = s.user_id
       where s.id = $1 and r.role in ('staff', 'admin') and s.oauth_client_id is null
         and (s.not_after is null or s.not_after > now())`,
      [session],
      { name: 'is-staff-session' },
    )
    return count > 0
  }
}
