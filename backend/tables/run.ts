// Runs a statement as the caller, in one transaction that is undone when the answer may not be given.
import { readStanding, type Standing } from '../caller/standing.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import { type Database, type Queryable, sqlState } from '../database/database.ts'
import { type Access, type Guarded, permissionDenied } from './access.ts'
import type { Audience } from './catalogue.ts'
import type { Preferences } from './preferences.ts'
import { render, type Sql } from './sql.ts'
import { exactUpTo, type Outcome } from './statement.ts'

/** No statement of a caller runs longer. The embedded engine makes everybody wait for a stranger. */
const timeoutsMs = {
  embedded: { anon: 1500, authenticated: 3000, service_role: 30_000 },
  postgres: { anon: 3000, authenticated: 3000, service_role: 30_000 },
}
/** What a statement costs that had to be cut off: on the embedded engine it cost a restart. */
const cutOffMs = 10_000

export interface Run {
  statement: Sql
  access: Access
  /** What the answer is when the caller sees no row; without it, a refusal. */
  empty?: Outcome | undefined
  /** Whose plan estimates the rows in all. */
  estimate?: Sql | undefined
  /** A function that is called with GET must not write. */
  isReadOnly?: boolean
  /** Policies for writing are the signed-in caller's own. */
  isWrite?: boolean
  preferences: Preferences
  /** Throws when the outcome must not stand. */
  check(outcome: Outcome): void
}

export interface Watch {
  /** How long the database was busy with it, without the wait for a connection. */
  spent?: (ms: number) => void
}

export async function runAsCaller(
  database: Database,
  caller: Caller,
  run: Run,
  { spent = () => {} }: Watch = {},
): Promise<Outcome> {
  let outcome: Outcome | undefined
  let started: number | undefined
  try {
    await asCaller(
      database,
      caller,
      async (tx) => {
        started = performance.now()
        const standing = await readStanding(tx, caller)
        outcome = mayRun(caller, standing, run.access) ? undefined : refuse(caller, standing, run)
        if (!outcome) {
          await prepare(tx, run, standing)
          outcome = await query(tx, run)
        }
        run.check(outcome)
        if (run.preferences.tx === 'rollback') throw new RolledBack()
      },
      { timeoutMs: timeoutsMs[database.engine][caller.role] },
    )
  } catch (error) {
    if (sqlState(error) === '57014') spent(cutOffMs)
    if (!(error instanceof RolledBack)) throw error
  } finally {
    if (started !== undefined) spent(performance.now() - started)
  }
  if (!outcome) throw new Error('The statement gave no outcome')
  return outcome
}

function mayRun({ role }: Caller, standing: Standing, access: Access): boolean {
  return role === 'service_role' || refusedParts(standing, access).length === 0
}

function refusedParts(standing: Standing, { own, embedded }: Access): Guarded[] {
  return [...(own ? [own] : []), ...embedded].filter(
    ({ audience }) => !belongsTo(standing, audience),
  )
}

function belongsTo({ isStaff, isAdmin }: Standing, audience: Audience): boolean {
  return audience === 'admin' ? isAdmin : isStaff
}

/** The same for whatever is asked for: nothing of it has reached the database. */
function refuse({ role }: Caller, standing: Standing, { access, empty }: Run): Outcome {
  const [denied] = refusedParts(standing, access)
  if (!denied) throw new Error('Nothing was refused')
  if (denied === access.own && empty && role === 'authenticated') return empty
  throw permissionDenied(denied, role === 'authenticated')
}

async function prepare(
  tx: Queryable,
  { isReadOnly, isWrite, access, preferences }: Run,
  standing: Standing,
): Promise<void> {
  if (isReadOnly) await tx.query('set transaction read only')
  // Their policies let every row through, so that no comparison is kept from an index.
  const { audience } = access
  if (audience && belongsTo(standing, audience) && !isWrite) {
    await tx.query(`select set_config('role', $1, true)`, [`site_${audience}`])
  }
  if (preferences.timezone === undefined) return
  await tx.query(`select set_config('TimeZone', $1, true)`, [preferences.timezone])
}

async function query(tx: Queryable, { statement, estimate }: Run): Promise<Outcome> {
  const { text, values } = render(statement)
  const { rows } = await tx.query<Partial<Outcome>>(text, values)
  const { total = null, count = 0, body = '', merged = null, location = null } = rows[0] ?? {}
  const outcome = { total, count, body, merged, location }
  const isCounted = total !== null && total <= exactUpTo
  return estimate && !isCounted ? { ...outcome, total: await guess(tx, estimate, total) } : outcome
}

async function guess(tx: Queryable, estimate: Sql, atLeast: number | null): Promise<number> {
  const { text, values } = render(estimate)
  const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    text,
    values,
  )
  return Math.max(atLeast ?? 0, rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
}

class RolledBack extends Error {}
