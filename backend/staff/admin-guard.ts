// Nobody but an administrator: the database says so, asked as the caller.
import type { Context, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { identifyCaller } from '../caller/caller.ts'
import type { Keys } from '../caller/keys.ts'
import { asCaller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'

export interface Admin {
  id: string
  sessionId: string
}

export interface AdminEnv {
  Variables: { admin: Admin }
}
export type StaffContext = Context<AdminEnv>
export type StaffFunction = (c: StaffContext) => Promise<Response>

interface GuardDeps {
  database: Database
  keys: Keys
}

export function requireAdmin({ database, keys }: GuardDeps): MiddlewareHandler<AdminEnv> {
  return async function letAdminsIn(c, next) {
    const caller = await identifyCaller(c.req.raw, keys)
    if (caller.role === 'anon') {
      throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
    }
    const { sub, session_id } = caller.claims
    const { rows } = await asCaller(database, caller, (tx) =>
      tx.query<{ is_admin: boolean }>('select internal.is_admin() as is_admin'),
    )
    // A token outlives the session that it was made for; these functions do not.
    const isLive = await hasSession(database, String(session_id ?? ''), String(sub ?? ''))
    if (!rows[0]?.is_admin || !isLive) {
      throw new Problem('not_admin', { status: 403, message: 'Only administrators may do this' })
    }
    c.set('admin', { id: String(sub), sessionId: String(session_id) })
    await next()
  }
}

async function hasSession(database: Database, id: string, userId: string): Promise<boolean> {
  const { count } = await database.query(
    'select from auth.sessions where id::text = $1 and user_id::text = $2',
    [id, userId],
  )
  return count > 0
}

export async function readBody<const Schema extends v.GenericSchema>(
  c: StaffContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Problem('invalid_request', { status: 400, message: issue.message })
}

export const uuid = v.pipe(v.string(), v.uuid('This is not an id'))
