// Counts the weeks that are over for the figures; see the migration on tallies for how they stay right.
import type { Database } from '../database/database.ts'
import type { Worker } from '../jobs/job.ts'

/** So few at a time that the embedded database, which does one thing at once, is soon free again. */
const weeksAtOnce = 10

export function tallyWorker(database: Database): Worker {
  return {
    kind: 'enquiry-tallies',
    atOnce: 1,
    everyMs: 600_000,
    async run(_job, signal) {
      while (!signal.aborted && (await tallyWeeks(database, weeksAtOnce)) > 0);
    },
  }
}

async function tallyWeeks(database: Database, most: number): Promise<number> {
  const { rows } = await database.query<{ weeks: number }>(
    'select internal.tally_weeks($1) as weeks',
    [most],
  )
  return rows[0]?.weeks ?? 0
}
