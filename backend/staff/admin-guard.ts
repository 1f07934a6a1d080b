// Administrators, or also staff: the database says who they are, asked as the caller.
import type { Context, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { identifyCaller } from '../caller/caller.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { requireSmallBody } from '../http/limit-body.ts'
import { chargeTimed } from '../limits/caller-quotas.ts'
import { Problem } from '../problem.ts'
import { type GuardDeps, payerOf } from './deps.ts'
import { findLiveSession } from './live-session.ts'

/** Of whom the database has said that they have the role which a function asks for. */
export interface Member {
  id: string
  sessionId: string
}

export interface AdminEnv {
  Variables: { admin: Member }
}
export type StaffContext = Context<AdminEnv>
export type StaffFunction = (c: StaffContext) => Promise<Response>

export interface MemberEnv {
  Variables: { member: Member }
}
export type MemberFunction = (c: Context<MemberEnv>) => Promise<Response>

export function requireAdmin(deps: GuardDeps): MiddlewareHandler<AdminEnv> {
  return async function letAdminsIn(c, next) {
    c.set('admin', await requireMember(deps, c, 'internal.is_admin()'))
    await next()
  }
}

/** Also colleagues with the role `staff`. */
export function requireStaff(deps: GuardDeps): MiddlewareHandler<MemberEnv> {
  return async function letStaffIn(c, next) {
    c.set('member', await requireMember(deps, c, 'internal.is_staff()'))
    await next()
  }
}

type Question = 'internal.is_admin()' | 'internal.is_staff()'

async function requireMember(deps: GuardDeps, c: Context, question: Question): Promise<Member> {
  await requireSmallBody(c)
  const caller = await identifyCaller(c.req.raw, deps.keys)
  if (caller.role === 'anon') {
    throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
  }
  // The database reads it as an id; what is none would be an error of its own.
  if (!v.is(uuid, caller.claims.sub)) throw notAdmin()
  const payer = payerOf(deps, c, caller)
  const member = await chargeTimed(deps.quotas, payer, () =>
    findMember(deps.database, caller, question),
  )
  if (!member) throw notAdmin()
  return member
}

async function findMember(
  database: Database,
  caller: Caller,
  question: Question,
): Promise<Member | undefined> {
  const { rows } = await asCaller(database, caller, (tx) =>
    tx.query<{ is_member: boolean }>(`select ${question} as is_member`),
  )
  const session = await findLiveSession(database, caller)
  return rows[0]?.is_member && session ? { id: session.userId, sessionId: session.id } : undefined
}

/** One answer at every function: whoever has no role learns nothing about roles. */
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
  if (!result.success) {
    const [issue] = result.issues
    throw new Problem('invalid_request', { status: 400, message: issue.message })
  }
  if (holdsNul(result.output)) {
    const message = 'There is a character in it that cannot be stored'
    throw new Problem('invalid_request', { status: 400, message })
  }
  return result.output
}

/** The database keeps no text with this character, and refuses the statement. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).flat().some(holdsNul)
}

export const uuid = v.pipe(v.string(), v.uuid('This is not an id'))
