// Account mails that did not go out: listed without their links and codes, sent again, dropped, and
// forgotten once their links have expired.
import type { Database } from '#backend/database/database.ts'
import type { Worker } from '#backend/jobs/job.ts'
import type { StuckMail, StuckMails } from '#backend/staff/deps.ts'
import { mailKind, withoutSecrets } from './mail-jobs.ts'

/** Mails that were queued by the version before carry links of a day. */
const expiry = `coalesce((payload ->> 'expiresAt')::timestamptz, created_at + interval '1 day')`
const isStuck = `kind = '${mailKind}' and (state = 'failed' or tries > 0)`

export function stuckMails(database: Database): StuckMails {
  return {
    async list() {
      const { rows } = await database.query<StuckMail>(
        `select id, payload ->> 'about' as about, payload ->> 'to' as "to", state, tries, last_error,
           created_at, case state when 'waiting' then run_at end as next_try_at,
           ${expiry} as expires_at
         from internal.jobs where ${isStuck} order by created_at desc limit 200`,
      )
      return rows.map((mail) => ({
        ...mail,
        last_error: mail.last_error && withoutSecrets(mail.last_error),
      }))
    },

    async resend(id) {
      const { count } = await database.query(
        `with again as (
           update internal.jobs set state = 'waiting', tries = 0, last_error = null, held_by = null,
             run_at = clock_timestamp()
           where id = $1 and ${isStuck} and ${expiry} > now()
             and (state = 'failed' or held_by is null)
           returning id
         )
         select pg_notify('jobs', $2) from again`,
        [id, mailKind],
      )
      return count > 0
    },

    async drop(tx, id) {
      const { rows } = await tx.query<Pick<StuckMail, 'to' | 'about'>>(
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
    atOnce: 1,
    everyMs: 3_600_000,
    async run() {
      await database.query(
        `delete from internal.jobs
         where kind = $1 and held_by is null and ${expiry} < now()`,
        [mailKind],
      )
    },
  }
}
