// Runs a statement as the caller, in one transaction that is rolled back when a check fails.
import { type CallerRoles, readCallerRoles } from '../caller/caller-roles.ts'
import { asCaller, type Caller } from '../database/as-caller.ts'
import { type Database, type Queryable, sqlState } from '../database/database.ts'
import { type Access, type Guarded, permissionDenied } from './access.ts'
import type { RequiredRole } from './catalogue.ts'
import type { Preferences } from './preferences.ts'
import { render, type Sql } from './sql.ts'
import { exactUpTo, type StatementResult } from './statement.ts'

/**
 * Statement timeouts. On the embedded engine a visitor's slow statement blocks every other caller.
 */
const timeoutsMs = {
  embedded: { anon: 1500, authenticated: 3000, service_role: 30_000 },
  postgres: { anon: 3000, authenticated: 3000, service_role: 30_000 },
}
/** Charged to the quota for a statement timeout: on the embedded engine it costs a restart. */
const timeoutPenaltyMs = 10_000

export interface Run {
  statement: Sql
  access: Access
  /** The result when the caller may see no rows; undefined: an error instead. */
  empty?: StatementResult | undefined
  /** The statement to EXPLAIN for the estimated row count. */
  estimate?: Sql | undefined
  /** A function called with GET must not write. */
  isReadOnly?: boolean
  /** Writes run under the caller's own policies, never an audience role's. */
  isWrite?: boolean
  preferences: Preferences
  /** Throws to roll the transaction back. */
  check(outcome: StatementResult): void
}

export interface RunOptions {
  /** Reports the database time used, without the wait for a connection. */
  spent?: (ms: number) => void
}

export async function runAsCaller(
  database: Database,
  caller: Caller,
  run: Run,
  { spent = () => {} }: RunOptions = {},
): Promise<StatementResult> {
  let outcome: StatementResult | undefined
  let started: number | undefined
  try {
    await asCaller(
      database,
      caller,
      async (tx) => {
        started = performance.now()
        const standing = await readCallerRoles(tx, caller)
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
    if (sqlState(error) === '57014') spent(timeoutPenaltyMs)
    if (!(error instanceof RolledBack)) throw error
  } finally {
    if (started !== undefined) spent(performance.now() - started)
  }
  if (!outcome) throw new Error('The statement gave no outcome')
  return outcome
}

function mayRun({ role }: Caller, standing: CallerRoles, access: Access): boolean {
  return role === 'service_role' || refusedParts(standing, access).length === 0
}

function refusedParts(standing: CallerRoles, { own, embedded }: Access): Guarded[] {
  return [...(own ? [own] : []), ...embedded].filter(
    ({ audience }) => !belongsTo(standing, audience),
  )
}

function belongsTo({ isStaff, isAdmin }: CallerRoles, audience: RequiredRole): boolean {
  return audience === 'admin' ? isAdmin : isStaff
}

/** The same response for every request: nothing of it has reached the database. */
function refuse({ role }: Caller, standing: CallerRoles, { access, empty }: Run): StatementResult {
  const [denied] = refusedParts(standing, access)
  if (!denied) throw new Error('Nothing was refused')
  if (denied === access.own && empty && role === 'authenticated') return empty
  throw permissionDenied(denied, role === 'authenticated')
}

async function prepare(
  tx: Queryable,
  { isReadOnly, isWrite, access, preferences }: Run,
  standing: CallerRoles,
): Promise<void> {
  if (isReadOnly) await tx.query('set transaction read only')
  // Policies of these roles allow every row, so that every comparison can use an index.
  const { audience } = access
  if (audience && belongsTo(standing, audience) && !isWrite) {
    await tx.query(`select set_config('role', $1, true)`, [`site_${audience}`])
  }
  if (preferences.timezone === undefined) return
  await tx.query(`select set_config('TimeZone', $1, true)`, [preferences.timezone])
}

async function query(tx: Queryable, { statement, estimate }: Run): Promise<StatementResult> {
  const { text, values } = render(statement)
  const { rows } = await tx.query<Partial<StatementResult>>(text, values)
  const { total = null, count = 0, body = '', merged = null, location = null } = rows[0] ?? {}
  const outcome = { total, count, body, merged, location }
  const isCounted = total !== null && total <= exactUpTo
  return estimate && !isCounted
    ? { ...outcome, total: await estimateRows(tx, estimate, total) }
    : outcome
}

async function estimateRows(tx: Queryable, estimate: Sql, atLeast: number | null): Promise<number> {
  const { text, values } = render(estimate)
  const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    text,
    values,
  )
  return Math.max(atLeast ?? 0, rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
}

class RolledBack extends Error {}
