// Account emails that were not sent: resend, drop, and remove after their links expire.
import type { Database, Queryable } from '../database/database.ts'
import type { Worker } from '../jobs/job.ts'
import { mailKind } from './mail-jobs.ts'

/** Emails queued by an earlier version have links that last a day. */
export const mailExpiry = `coalesce((payload ->> 'expiresAt')::timestamptz, created_at + interval '1 day')`
const isStuck = `kind = '${mailKind}' and (state = 'failed' or tries > 0)`

export function stuckMails(database: Database) {
  return {
    /** False when there is no such email, or its link has expired. */
    async resend(id: string): Promise<boolean> {
      const { count } = await database.query(
        `with again as (
           update internal.jobs set state = 'waiting', tries = 0, last_error = null, held_by = null,
             run_at = clock_timestamp()
           where id = $1 and ${isStuck} and ${mailExpiry} > now()
             and (state = 'failed' or held_by is null)
           returning id
         )
         select pg_notify('jobs', $2) from again`,
        [id, mailKind],
      )
      return count > 0
    },

    /** Undefined when there is no such email. */
    async drop(tx: Queryable, id: string) {
      const { rows } = await tx.query<{ to: string; about: string | null }>(
        `delete from internal.jobs where id = $1 and ${isStuck}
         returning payload ->> 'to' as "to", payload ->> 'about' as about`,
        [id],
      )
      return rows[0]
    },
  }
}

export function expiredMailsWorker(database: Database): Worker {
  return {
    kind: 'mail-retention',
    concurrency: 1,
    everyMs: 3_600_000,
    async run() {
      await database.query(
        `delete from internal.jobs
         where kind = $1 and held_by is null and ${mailExpiry} < now()`,
        [mailKind],
      )
    },
  }
}
