// Checks the caller in the database before a request is planned: is the session of the token still
// open, and which staff roles does the user have?

import type { Caller } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { isUuid } from '../http/uuid.ts'
import { Problem } from '../problem.ts'

export interface CallerRoles {
  /** Has the role `staff` or `admin`. */
  isStaff: boolean
  isAdmin: boolean
}

const noRoles: CallerRoles = { isStaff: false, isAdmin: false }

/** For a transaction that runs as the caller. Throws when the token's session has ended. */
export async function readCallerRoles(tx: Queryable, { role }: Caller): Promise<CallerRoles> {
  if (role !== 'authenticated') return noRoles
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

/** The `session_id` claim of a token, if it is a UUID. */
export function sessionIdOf({ session_id: id }: Record<string, unknown>): string | undefined {
  return typeof id === 'string' && isUuid(id) ? id : undefined
}

/**
 * Is this an open session of staff or an administrator? AAL1 is enough: the second factor may still
 * be due.
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
