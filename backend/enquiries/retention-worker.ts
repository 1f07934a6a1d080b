// Daily: erases enquiries past the retention period, and expired idempotency keys.
import type { Database } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { eraseOlderThan } from './personal-data.ts'

export interface RetentionDeps {
  database: Database
  retentionMonths(): number
  log: JobLog
  /** Removes copies of the same age outside the database. */
  removeOutboxMailsOf?(olderThan: Date): Promise<void>
}

const batch = 200
const day = 86_400_000

export function enquiryRetentionWorker(deps: RetentionDeps): Worker {
  const { database, retentionMonths, log } = deps
  return {
    kind: 'enquiry-retention',
    concurrency: 1,
    everyMs: day,
    async run(_job, signal) {
      const months = retentionMonths()
      let erased = 0
      for (;;) {
        const count = await eraseOlderThan(database, months, batch)
        erased += count
        if (count < batch || signal.aborted) break
      }
      await database.query('delete from internal.enquiry_keys where expires_at < now()')
      await deps.removeOutboxMailsOf?.(monthsBefore(new Date(), months))
      if (erased > 0) log.info({ erased }, 'old enquiries erased')
    },
  }
}

/**
 * The same day and time this many months before, or the last day of that month if it is shorter: as
 * PostgreSQL's intervals, so that nothing is erased too early. `setMonth` would overflow into the
 * next month (one month before 31 March is not 3 March).
 */
function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0))
  before.setUTCDate(Math.min(moment.getUTCDate(), lastDay.getUTCDate()))
  return before
}
