// Counts completed weeks for the statistics; the migration on tallies says how they stay correct.
import type { Database } from '../database/database.ts'
import type { Worker } from '../jobs/job.ts'

/** A small batch: the embedded database runs one statement at a time. */
const weeksPerBatch = 10

export function tallyWorker(database: Database): Worker {
  return {
    kind: 'enquiry-tallies',
    concurrency: 1,
    everyMs: 600_000,
    async run(_job, signal) {
      while (!signal.aborted && (await tallyWeeks(database, weeksPerBatch)) > 0);
    },
  }
}

async function tallyWeeks(database: Database, limit: number): Promise<number> {
  const { rows } = await database.query<{ weeks: number }>(
    'select internal.tally_weeks($1) as weeks',
    [limit],
  )
  return rows[0]?.weeks ?? 0
}
