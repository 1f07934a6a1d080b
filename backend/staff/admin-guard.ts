// Nobody but an administrator: the database says so, asked as the caller.
import type { Context, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { requireSmallBody } from '../auth/limit-body.ts'
import { identifyCaller } from '../caller/caller.ts'
import type { Keys } from '../caller/keys.ts'
import { asCaller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { findLiveSession } from './live-session.ts'

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
    await requireSmallBody(c)
    const caller = await identifyCaller(c.req.raw, keys)
    if (caller.role === 'anon') {
      throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
    }
    // The database reads it as an id; what is none would be an error of its own.
    if (!v.is(uuid, caller.claims.sub)) throw notAdmin()
    const { rows } = await asCaller(database, caller, (tx) =>
      tx.query<{ is_admin: boolean }>('select internal.is_admin() as is_admin'),
    )
    const session = await findLiveSession(database, caller)
    if (!rows[0]?.is_admin || !session) throw notAdmin()
    c.set('admin', { id: session.userId, sessionId: session.id })
    await next()
  }
}

function notAdmin(): Problem {
  return new Problem('not_admin', { status: 403, message: 'Only administrators may do this' })
}

export async function readBody<const Schema extends v.GenericSchema>(
  c: Pick<Context, 'req'>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  await requireSmallBody(c)
  const body: unknown = await c.req.json().catch(() => undefined)
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Problem('invalid_request', { status: 400, message: issue.message })
}

export const uuid = v.pipe(v.string(), v.uuid('This is not an id'))
