// Daily: erases enquiries past the retention period, and expired idempotency keys.
import type { Database } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { monthsBefore } from './months-before.ts'
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
