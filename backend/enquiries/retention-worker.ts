// Once a day: erases what has been kept long enough, and forgets what no longer matters.
import type { Database } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { monthsBefore } from './months-before.ts'
import { eraseOlderThan } from './personal-data.ts'

export interface RetentionDeps {
  database: Database
  retentionMonths: number
  log: JobLog
  /** Removes copies outside of the database that are as old. */
  eraseCopies?(olderThan: Date): Promise<void>
}

const batch = 200
const day = 86_400_000

export function retentionWorker(deps: RetentionDeps): Worker {
  const { database, retentionMonths, log } = deps
  return {
    kind: 'enquiry-retention',
    atOnce: 1,
    everyMs: day,
    async run(_job, signal) {
      let erased = 0
      for (;;) {
        const count = await eraseOlderThan(database, retentionMonths, batch)
        erased += count
        if (count < batch || signal.aborted) break
      }
      await database.query('delete from internal.enquiry_keys where expires_at < now()')
      await deps.eraseCopies?.(monthsBefore(new Date(), retentionMonths))
      if (erased > 0) log.info({ erased }, 'old enquiries erased')
    },
  }
}
