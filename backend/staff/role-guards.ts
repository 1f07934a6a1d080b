// Guards for administrators and staff. The database decides, in a transaction that runs as the
// caller.
import type { Context, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { identifyCaller } from '../caller/caller.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import type { Database } from '../database/database.ts'
import { requireSmallBody } from '../http/limit-body.ts'
import { chargeTimed } from '../limits/caller-quotas.ts'
import { Problem } from '../problem.ts'
import { type GuardDeps, payerOf } from './deps.ts'
import { findLiveSession, hasSessionEnded } from './live-session.ts'

/** A signed-in user who has the role that the endpoint requires. */
export interface Member {
  id: string
  sessionId: string
  /** For what the database decides by the caller's own permissions. */
  caller: Caller
}

export interface AdminEnv {
  Variables: { admin: Member }
}
export type AdminContext = Context<AdminEnv>
export type AdminHandler = (c: AdminContext) => Promise<Response>

export interface MemberEnv {
  Variables: { member: Member }
}
export type StaffHandler = (c: Context<MemberEnv>) => Promise<Response>

export function requireAdmin(deps: GuardDeps): MiddlewareHandler<AdminEnv> {
  return async function requireAdminRole(c, next) {
    c.set('admin', await requireMember(deps, c, 'internal.is_admin()'))
    await next()
  }
}

/** Administrators and users with the role `staff`. */
export function requireStaff(deps: GuardDeps): MiddlewareHandler<MemberEnv> {
  return async function requireStaffRole(c, next) {
    c.set('member', await requireMember(deps, c, 'internal.is_staff()'))
    await next()
  }
}

/** Before an upload, whose body is larger than others and read by the endpoint. */
export function requireStaffToUpload(deps: GuardDeps): MiddlewareHandler<MemberEnv> {
  return async function requireStaffRole(c, next) {
    c.set('member', await requireRole(deps, c, 'internal.is_staff()'))
    await next()
  }
}

/** After an upload: the role may have been taken away while it arrived. */
export async function requireStillStaff(deps: GuardDeps, c: Context): Promise<void> {
  await requireRole(deps, c, 'internal.is_staff()')
}

type RoleCheck = 'internal.is_admin()' | 'internal.is_staff()'

async function requireMember(deps: GuardDeps, c: Context, roleCheck: RoleCheck): Promise<Member> {
  await requireSmallBody(c)
  return requireRole(deps, c, roleCheck)
}

async function requireRole(deps: GuardDeps, c: Context, roleCheck: RoleCheck): Promise<Member> {
  const caller = await identifyCaller(c.req.raw, deps.keys)
  if (caller.role === 'anon') {
    throw new Problem('not_signed_in', { status: 401, message: 'Please sign in first' })
  }
  // The database casts `sub` to a UUID; any other text would raise an error.
  if (!v.is(uuid, caller.claims.sub)) throw notAllowed(roleCheck)
  const payer = payerOf(deps, c, caller)
  const member = await chargeTimed(deps.quotas, payer, () =>
    findMember(deps.database, caller, roleCheck),
  )
  if (!member) throw notAllowed(roleCheck)
  return member
}

async function findMember(
  database: Database,
  caller: Caller,
  roleCheck: RoleCheck,
): Promise<Member | undefined> {
  const { rows } = await asCaller(database, caller, (tx) =>
    tx.query<{ is_member: boolean }>(`select ${roleCheck} as is_member`),
  )
  const session = await findLiveSession(database, caller)
  if (!session && (await hasSessionEnded(database, caller))) throw signInEnded()
  if (!rows[0]?.is_member || !session) return undefined
  return { id: session.userId, sessionId: session.id, caller }
}

function signInEnded(): Problem {
  const message = 'Your sign-in has ended. Please sign in again.'
  return new Problem('sign_in_ended', { status: 401, message })
}

/** The same code at every endpoint: clients know it. */
function notAllowed(roleCheck: RoleCheck): Problem {
  const who = roleCheck === 'internal.is_admin()' ? 'administrators' : 'staff'
  return new Problem('not_admin', { status: 403, message: `Only ${who} may do this` })
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

/** PostgreSQL cannot store a NUL character and refuses the statement. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).flat().some(holdsNul)
}

export const uuid = v.pipe(v.string(), v.uuid('This is not an id'))
