// What the database says of the caller before anything that they asked for is planned: is the session
// of their token still open, and are they staff?
import type { Caller } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'

export interface Standing {
  /** May read what only staff read. */
  isStaff: boolean
}

const withoutSession: Standing = { isStaff: false }

/** For a transaction that runs as the caller. Throws when the session of their token has ended. */
export async function readStanding(tx: Queryable, { role }: Caller): Promise<Standing> {
  if (role !== 'authenticated') return withoutSession
  const { rows } = await tx.query<{ is_live: boolean; is_staff: boolean }>(
    'select is_live, is_staff from internal.caller_standing()',
    [],
    { name: 'caller-standing' },
  )
  if (!rows[0]?.is_live) {
    throw new Problem('PGRST303', {
      status: 401,
      message: 'Session from session_id claim in JWT does not exist',
    })
  }
  return { isStaff: rows[0].is_staff }
}
