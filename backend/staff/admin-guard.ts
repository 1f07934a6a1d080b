// Nobody but an administrator: the database says so, asked as the caller.
import type { Context, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { requireSmallBody } from '../auth/limit-body.ts'
import { identifyCaller } from '../caller/caller.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { chargeTimed } from '../limits/caller-shares.ts'
import { Problem } from '../problem.ts'
import { type GuardDeps, payerOf } from './deps.ts'
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

export function requireAdmin(deps: GuardDeps): MiddlewareHandler<AdminEnv> {
  return async function letAdminsIn(c, next) {
    await requireSmallBody(c)
    const caller = await identifyCaller(c.req.raw, deps.keys)
    if (caller.role === 'anon') {
      throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
    }
    // The database reads it as an id; what is none would be an error of its own.
    if (!v.is(uuid, caller.claims.sub)) throw notAdmin()
    const payer = payerOf(deps, c, caller)
    const admin = await chargeTimed(deps.shares, payer, () => findAdmin(deps.database, caller))
    if (!admin) throw notAdmin()
    c.set('admin', admin)
    await next()
  }
}

async function findAdmin(database: Database, caller: Caller): Promise<Admin | undefined> {
  const { rows } = await asCaller(database, caller, (tx) =>
    tx.query<{ is_admin: boolean }>('select internal.is_admin() as is_admin'),
  )
  const session = await findLiveSession(database, caller)
  return rows[0]?.is_admin && session ? { id: session.userId, sessionId: session.id } : undefined
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
