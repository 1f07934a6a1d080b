// Notifications on the devices of colleagues. The jobs hold ids only: what a notification says is read
// when it is sent, so that what was erased or marked as spam meanwhile is told to nobody.
import type { Database, Queryable } from '../../database/database.ts'
import { addJobs } from '../../jobs/add-job.ts'
import { type JobLog, type Settled, skipped, type Worker } from '../../jobs/job.ts'
import { AddressRefused } from '../../outgoing/public-addresses.ts'
import { PushRefused, type SendPush, type Subscription } from '../../push/send-push.ts'
import { newEnquiryNotice, overdueNotice } from './push-texts.ts'

export interface PushWorkerDeps {
  database: Database
  sendPush: SendPush
  log: JobLog
}

type About = { enquiry: string } | { overdue: true }

interface PushJob {
  subscription: string
  about: About
  expiresAt: string
}

const pushKind = 'push'
/** A push service that hangs holds a place for five seconds, and one person has ten devices at most. */
const concurrency = 20
const hourMs = 3_600_000
/** That answers are overdue is told in opening hours: not long after they have ended. */
const lifeMs = { enquiry: 24 * hourMs, overdue: 2 * hourMs }

/** In the caller's transaction. */
export function addPushes(tx: Queryable, subscriptions: string[], about: About): Promise<void> {
  const life = 'enquiry' in about ? lifeMs.enquiry : lifeMs.overdue
  const expiresAt = new Date(Date.now() + life).toISOString()
  return addJobs(
    tx,
    pushKind,
    subscriptions.map((subscription) => ({ payload: { subscription, about, expiresAt } })),
  )
}

export function pushWorkers(deps: PushWorkerDeps): Worker[] {
  return [newEnquiryWorker(deps), pushWorker(deps)]
}

/** The job is in the queue since the enquiry was stored; here it becomes one per device. */
function newEnquiryWorker({ database }: PushWorkerDeps): Worker {
  return {
    kind: 'enquiry-push',
    concurrency: 2,
    async run({ payload }) {
      const { enquiry } = payload as { enquiry: string }
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ id: string }>(
          `select s.id from public.push_subscriptions s
           left join public.notice_choices c on c.user_id = s.user_id
           where s.user_id in (select internal.working_colleagues()) and coalesce(c.push_new, true)`,
        )
        await addPushes(
          tx,
          rows.map(({ id }) => id),
          { enquiry },
        )
      })
    },
  }
}

function pushWorker({ database, sendPush, log }: PushWorkerDeps): Worker {
  return {
    kind: pushKind,
    concurrency,
    async run(job, signal) {
      const { subscription: id, about, expiresAt } = job.payload as PushJob
      const ttlSeconds = Math.floor((Date.parse(expiresAt) - Date.now()) / 1000)
      if (!(ttlSeconds > 0)) return skipped
      const notice =
        'enquiry' in about ? await readNotice(database, about) : await readOverdue(database, id)
      const subscription = notice && (await readSubscription(database, id))
      if (!subscription) return skipped
      try {
        return await sendPush(subscription, notice, { ttlSeconds, signal })
      } catch (error) {
        if (!(error instanceof PushRefused || error instanceof AddressRefused)) throw error
        log.warn({ err: error, subscription: id }, 'a notification was given up')
        return skipped
      }
    },
    settled: (tx, settled) => recordOutcomes(tx, settled),
  }
}

async function readNotice(database: Database, { enquiry }: { enquiry: string }) {
  const { rows } = await database.query<{ id: string; service: string; town: string | null }>(
    `select id, service, town from public.enquiries
     where id = $1 and erased_at is null and status <> 'spam'`,
    [enquiry],
  )
  return rows[0] && newEnquiryNotice(rows[0])
}

/** Counted when it is sent: some may have been answered meanwhile. */
async function readOverdue(database: Database, subscription: string) {
  const { rows } = await database.query<{ count: number }>(
    `select internal.count_overdue(user_id, now()) as count
     from public.push_subscriptions where id = $1`,
    [subscription],
  )
  return rows[0]?.count ? overdueNotice(rows[0].count) : undefined
}

async function readSubscription(database: Database, id: string): Promise<Subscription | undefined> {
  const { rows } = await database.query<Subscription>(
    `select endpoint, p256dh, auth from public.push_subscriptions
     where id = $1 and user_id in (select internal.working_colleagues())`,
    [id],
  )
  return rows[0]
}

async function recordOutcomes(tx: Queryable, settled: Settled[]): Promise<void> {
  const endedAs = (result: 'sent' | 'gone') =>
    settled.flatMap((one) =>
      one.state === 'done' && one.result === result
        ? [(one.job.payload as PushJob).subscription]
        : [],
    )
  await recordSent(tx, endedAs('sent'))
  await forgetGone(tx, endedAs('gone'))
}

export async function recordSent(tx: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    'update public.push_subscriptions set last_success_at = now() where id = any($1)',
    [ids],
  )
}

/** The push service knows them no longer: notifications were switched off in the browser. */
export async function forgetGone(tx: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query('delete from public.push_subscriptions where id = any($1)', [ids])
}
