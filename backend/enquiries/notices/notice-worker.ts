// Tells colleagues what waits: each morning at opening time by email, and when answers become overdue,
// then also on their devices.
// What was told is recorded in the transaction that queues the email, so that restarts, several
// instances and a clock that was set back tell nothing twice.
import { dayOf } from '#content/closures.ts'
import type { LiveContent } from '#content/live-content.ts'
import { openSpansOn } from '#content/open-spans.ts'
import type { TelephoneHours } from '#content/opening-hours.ts'
import type { Database } from '../../database/database.ts'
import type { JobLog, Worker } from '../../jobs/job.ts'
import { type Colleague, queueDigest, queueOverdue } from './notices.ts'

export interface NoticeDeps {
  database: Database
  content: LiveContent
  siteUrl: URL
  log: JobLog
  now?: () => Date
}

const everyMs = 300_000
const dayMs = 86_400_000
/** A server that was down in the morning sends no digest in the evening. */
const digestWithinMs = 3 * 3_600_000
/** A holiday may be long. */
const maxDaysBack = 45

export function noticeWorker(deps: NoticeDeps): Worker {
  const { database, content, now = () => new Date() } = deps
  return {
    kind: 'colleague-notices',
    concurrency: 1,
    everyMs,
    async run(_job, signal) {
      const moment = now()
      const { hours } = content.current
      const spans = openSpansOn(dayOf(moment), hours)
      const [first] = spans
      if (!first) return
      const at = moment.getTime()
      if (at >= first.opens && at < first.opens + digestWithinMs) {
        const since = lastOpenDay(moment, hours)
        // The digest tells of overdue answers too, so it comes first.
        await forEach(deps, signal, 'digest', (colleague) =>
          queueDigest(deps, colleague, { moment, since }),
        )
        await forgetOld(database, moment)
      }
      if (spans.some(({ opens, closes }) => at >= opens && at < closes)) {
        await forEach(deps, signal, 'overdue', (colleague) => queueOverdue(deps, colleague, moment))
      }
    },
  }
}

/** One colleague's email that fails does not keep the others from theirs. */
async function forEach(
  { database, log }: NoticeDeps,
  signal: AbortSignal,
  notice: 'digest' | 'overdue',
  queue: (colleague: Colleague) => Promise<void>,
): Promise<void> {
  let failure: unknown
  for (const colleague of await readRecipients(database, notice)) {
    if (signal.aborted) return
    await queue(colleague).catch((error) => {
      log.error({ err: error, colleague: colleague.id, notice }, 'a colleague was not told')
      failure = error
    })
  }
  if (failure) throw failure
}

/**
 * Colleagues who can sign in and want it: by email when they have proved their address, and of overdue
 * answers on their devices.
 */
async function readRecipients(
  database: Database,
  notice: 'digest' | 'overdue',
): Promise<Colleague[]> {
  const { rows } = await database.query<Colleague>(
    `select u.id, u.email, u.email_confirmed_at is not null and coalesce(u.email, '') <> ''
       and coalesce(c.${notice}, true) as "wantsMail",
       to_jsonb(array(
         select s.id from public.push_subscriptions s
         where s.user_id = u.id and coalesce(c.push_overdue, true) and $1 = 'overdue'
       )) as devices
     from auth.users u left join public.notice_choices c on c.user_id = u.id
     where u.id in (select internal.working_colleagues())
     order by u.email`,
    [notice],
  )
  return rows.filter(({ wantsMail, devices }) => wantsMail || devices.length > 0)
}

/** The last day before this one on which the firm was open: what came since is new. */
function lastOpenDay(moment: Date, hours: TelephoneHours): string {
  const today = Date.parse(dayOf(moment))
  const dayBefore = (days: number) => new Date(today - days * dayMs).toISOString().slice(0, 10)
  for (let back = 1; back <= maxDaysBack; back += 1) {
    if (openSpansOn(dayBefore(back), hours).length > 0) return dayBefore(back)
  }
  return dayBefore(1)
}

/** Older than anything that could be told again. */
async function forgetOld(database: Database, moment: Date): Promise<void> {
  await database.query(`delete from internal.digests_sent where day < $1::date - 30`, [
    dayOf(moment),
  ])
  await database.query(
    `delete from internal.overdue_told where told_at < $1::timestamptz - interval '60 days'`,
    [moment],
  )
}
