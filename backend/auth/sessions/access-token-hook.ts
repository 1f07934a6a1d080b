// Custom access token hook: the operator's database function may change the claims, as on a hosted
// project. It gets `{user_id, claims, authentication_method}` and returns `{claims}` or `{error}`.
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { type Database, isUnavailable } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../accounts/users.ts'
import { internal } from '../problems.ts'
import type { Service } from '../service.ts'
import type { DatabaseFunction } from '../settings.ts'
import { endSession, type IssuedSession } from './sessions.ts'

/** Every sign-in waits for it. */
const timeoutMs = 2_000
/** The hook runs as this role, because the connection itself may do anything. */
const role = 'supabase_auth_admin'

/** Returns the claims unchanged when there is no hook. */
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
    // A new session without a token is useless. A refreshed one stays: its client retries.
    if (isNew) {
      await database.transaction(async (tx) => {
        await lockAccount(tx, account.id)
        await endSession(tx, account.id, session.id)
      })
    }
    throw error
  }
}

/** Why the hook cannot be used, as a message for the operator. */
export async function findHookFault(database: Database, hook: DatabaseFunction) {
  const { rows } = await database.query<{
    exists: boolean
    isCallable: boolean
    isPublic: boolean
  }>(
    `select f is not null as exists,
       has_schema_privilege($2, $3, 'usage') and has_function_privilege($2, f, 'execute') as "isCallable",
       has_function_privilege('anon', f, 'execute')
         or has_function_privilege('authenticated', f, 'execute') as "isPublic"
     from to_regprocedure($1) f where exists (select from pg_namespace where nspname = $3)`,
    [`${quoted(hook)}(jsonb)`, role, hook.schema],
  )
  const name = `${hook.schema}.${hook.name}(jsonb)`
  if (!rows[0]?.exists) return `names ${name}, which is not in the database`
  if (!rows[0].isCallable) return `names ${name}, which ${role} may not execute`
  return rows[0].isPublic ? `names ${name}, which anon or authenticated may execute` : undefined
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

/** An invalid status would break the response. */
function refused({ http_code: code, message }: { http_code: number; message: string }): Problem {
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500
  return new Problem(status === 500 ? 'unexpected_failure' : 'unknown', { status, message })
}

type Kind = 'string' | 'integer' | 'object' | 'array' | 'boolean'

/** The official service's schema. Clients and our policies rely on the required claims. */
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
  // Without `client_id` an OAuth client's token would have the user's rights.
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

/** Both names are validated with the configuration; quoting allows SQL keywords. */
function quoted({ schema, name }: DatabaseFunction): string {
  return `"${schema}"."${name}"`
}
