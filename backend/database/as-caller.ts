// Runs a transaction under the caller's own role with the token's claims set, as PostgREST does, so
// that row-level security decides what the caller sees and changes.
import type { Database, Queryable, TransactionOptions } from './database.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

export interface Caller {
  role: Role
  /** The verified token's claims; `role` alone for an API key. */
  claims: Record<string, unknown>
}

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } }

export function asCaller<T>(
  database: Database,
  caller: Caller,
  work: (tx: Queryable) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
      [caller.role, JSON.stringify({ ...caller.claims, role: caller.role })],
    )
    return work(tx)
  }, options)
}

/**
 * In the name of a member of staff, but with the server's own privileges: the permission was checked
 * before. Triggers and the audit trail name the actor by it.
 */
export async function inTheNameOf(tx: Queryable, claims: Caller['claims']): Promise<void> {
  await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
}
