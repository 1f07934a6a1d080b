// What the operator's own function in the database makes of an access token's claims, as on a hosted
// project: it gets `{user_id, claims, authentication_method}` and returns `{claims}` or `{error}`.
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { type Database, isUnavailable } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { internal } from '../problems.ts'
import type { Service } from '../service.ts'
import type { DatabaseFunction } from '../settings.ts'
import { endSession, type IssuedSession } from './sessions.ts'

/** Everybody who signs in waits for it. */
const timeoutMs = 2_000
/** It runs with the rights of this role, not with those of the connection, which may do anything. */
const role = 'supabase_auth_admin'

/** The claims themselves when there is no function. */
export async function customClaims(
  { config, database }: Service,
  claims: JWTPayload,
  { account, session, by, isNew }: IssuedSession,
): Promise<JWTPayload> {
  const hook = config.accessTokenHook
  if (!hook) return claims
  try {
    const event = { user_id: account.id, claims, authentication_method: by }
    return readClaims(await call(database, hook, event), claims)
  } catch (error) {
    // Nobody will ever hold a token of it. One that is only renewed stays: its client tries again.
    if (isNew) await endSession(database, session.id)
    throw error
  }
}

/** What stands in the way of calling it, in words for the operator. */
export async function findHookFault(database: Database, hook: DatabaseFunction) {
  const { rows } = await database.query<{ exists: boolean; ours: boolean; everybodys: boolean }>(
    `select f is not null as exists,
       has_schema_privilege($2, $3, 'usage') and has_function_privilege($2, f, 'execute') as ours,
       has_function_privilege('anon', f, 'execute')
         or has_function_privilege('authenticated', f, 'execute') as everybodys
     from to_regprocedure($1) f where exists (select from pg_namespace where nspname = $3)`,
    [`${quoted(hook)}(jsonb)`, role, hook.schema],
  )
  const name = `${hook.schema}.${hook.name}(jsonb)`
  if (!rows[0]?.exists) return `names ${name}, which is not in the database`
  if (!rows[0].ours) return `names ${name}, which ${role} may not execute`
  return rows[0].everybodys ? `names ${name}, which anon or authenticated may execute` : undefined
}

async function call(database: Database, hook: DatabaseFunction, event: object): Promise<unknown> {
  try {
    return await database.transaction(
      async (tx) => {
        await tx.query(`select set_config('role', $1, true)`, [role])
        const { rows } = await tx.query<{ output: unknown }>(
          `select ${quoted(hook)}($1::jsonb) as output`,
          [JSON.stringify(event)],
        )
        return rows[0]?.output
      },
      { timeoutMs },
    )
  } catch (error) {
    throw isUnavailable(error) ? error : internal('error generating jwt token', error)
  }
}

const Refusal = v.object({
  error: v.object({
    http_code: v.nullish(v.number(), 500),
    message: v.pipe(v.string(), v.nonEmpty()),
  }),
})
const Output = v.object({ claims: v.record(v.string(), v.unknown()) })

function readClaims(output: unknown, before: JWTPayload): JWTPayload {
  const refusal = v.safeParse(Refusal, output)
  if (refusal.success) throw refused(refusal.output.error)
  const read = v.safeParse(Output, output)
  const claims = read.success ? read.output.claims : {}
  const faults = findFaults(claims, before)
  if (faults.length === 0) return claims
  const list = faults.map((fault) => `- ${fault}\n`).join('')
  throw internal(`output claims do not conform to the expected schema: \n${list}`)
}

/** A status that is none would break the answer itself. */
function refused({ http_code: code, message }: { http_code: number; message: string }): Problem {
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500
  return new Problem(status === 500 ? 'unexpected_failure' : 'unknown', { status, message })
}

type Kind = 'string' | 'integer' | 'object' | 'array' | 'boolean'

/** The official service's schema. Its clients, and our policies, rely on what is required. */
const required: Record<string, Kind[]> = {
  aud: ['string', 'array'],
  exp: ['integer'],
  iat: ['integer'],
  sub: ['string'],
  email: ['string'],
  phone: ['string'],
  role: ['string'],
  aal: ['string'],
  session_id: ['string'],
  is_anonymous: ['boolean'],
}
const kinds: Record<string, Kind[]> = {
  ...required,
  iss: ['string'],
  jti: ['string'],
  nbf: ['integer'],
  app_metadata: ['object'],
  user_metadata: ['object'],
  amr: ['array'],
  client_id: ['string'],
}

function findFaults(claims: Record<string, unknown>, before: JWTPayload): string[] {
  // A program's token that did not say whose it is would have its person's rights.
  const needed = [...Object.keys(required), ...('client_id' in before ? ['client_id'] : [])]
  const missing = needed.filter((name) => claims[name] === undefined)
  const wrong = Object.entries(kinds).filter(
    ([name, kind]) => claims[name] !== undefined && !kind.some((one) => isKind(claims[name], one)),
  )
  return [
    ...missing.map((name) => `(root): ${name} is required`),
    ...wrong.map(([name, kind]) => `${name}: Invalid type. Expected: ${kind.join('/')}`),
  ]
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'integer') return Number.isInteger(value)
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === kind
}

/** Both names are checked when the configuration is read; quoted, no keyword is in the way. */
function quoted({ schema, name }: DatabaseFunction): string {
  return `"${schema}"."${name}"`
}
