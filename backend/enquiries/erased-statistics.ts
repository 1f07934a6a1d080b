// The planner's statistics hold samples of the data: names, addresses, whole messages. After an
// erasure the tables are analysed again.
import type { Database, Queryable } from '../database/database.ts'
import type { Worker } from '../jobs/job.ts'

const kind = 'erased-statistics'
/** Analysing a large table takes the embedded engine some seconds. */
const timeoutMs = 300_000

const tables = [
  'public.enquiries',
  'public.enquiry_deliveries',
  'public.audit_trail',
  'auth.audit_log_entries',
  'auth.users',
  'auth.identities',
  'public.profiles',
  'internal.enquiry_tallies',
  'internal.jobs',
]

/**
 * ANALYZE leaves the statistics of an empty table as they are, so these are analysed with a row in
 * them.
 */
const mayBeEmpty: [table: string, row: string][] = [
  ['public.enquiry_notes', `(enquiry_id, body) select id, '-' from public.enquiries limit 1`],
  [
    'internal.enquiry_keys',
    `(key, enquiry_id, expires_at) select '\\x00', id, now() from public.enquiries limit 1`,
  ],
  [
    'public.review_requests',
    `(enquiry_id, due_at) select id, now() from public.enquiries e where not exists (
       select from public.review_requests r where r.enquiry_id = e.id) limit 1`,
  ],
  ['internal.rate_limits', `(bucket, key, full_at) values ('-', '-', now())`],
]

/**
 * Called in the transaction that erases. A waiting job that no worker has claimed serves this erasure
 * too: it is locked until the commit, so that it cannot run before.
 */
export async function queueAnalyze(tx: Queryable): Promise<void> {
  const waiting = await tx.query(
    `select from internal.jobs where kind = $1 and state = 'waiting' and held_by is null
     limit 1 for update`,
    [kind],
  )
  if (waiting.count > 0) return
  await tx.query(
    `with added as (insert into internal.jobs (kind) values ($1)) select pg_notify('jobs', $1)`,
    [kind],
  )
}

export function analyzeWorker(database: Database): Worker {
  return {
    kind,
    concurrency: 1,
    timeoutMs,
    async run() {
      for (const table of tables) {
        await database.transaction((tx) => tx.query(`analyze ${table}`), { timeoutMs })
      }
      for (const [table, row] of mayBeEmpty) await analyzeWithRow(database, table, row)
    },
  }
}

/** No other transaction sees the row: it is deleted before the commit. */
async function analyzeWithRow(database: Database, table: string, row: string): Promise<void> {
  await database.transaction(
    async (tx) => {
      const { rows } = await tx.query<{ at: string }>(
        `insert into ${table} ${row} returning ctid::text as at`,
      )
      await tx.query(`analyze ${table}`)
      for (const { at } of rows) await tx.query(`delete from ${table} where ctid = $1::tid`, [at])
    },
    { timeoutMs },
  )
}
