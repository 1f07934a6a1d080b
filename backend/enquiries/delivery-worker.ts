// Delivers an enquiry to one place: reads it afresh, sends outside of any transaction, and keeps its
// state beside it. The job carries no personal data, so erasing an enquiry leaves none in the queue.
import type { CompanyProfile } from '#content/company.ts'
import { replyDue } from '#content/reply-promise.ts'
import type { Database, Queryable } from '../database/database.ts'
import { addJobs } from '../jobs/add-job.ts'
import { type Job, type JobLog, type Settled, skipped, type Worker } from '../jobs/job.ts'
import { type Mailer, messageIdOf } from '../mail/mailer.ts'
import { enquiryOffice } from '../mail/templates/enquiry-office.ts'
import { enquiryThanks } from '../mail/templates/enquiry-thanks.ts'
import { type Delivery, deliveryReader } from './delivery-record.ts'
import { type Channel, deliveryKinds } from './store.ts'
import { sendWebhook, type Webhook } from './webhook.ts'

export interface DeliveryDeps {
  database: Database
  mailer: Mailer
  company: CompanyProfile
  siteUrl: URL
  /** Where the office reads its enquiries. */
  officeEmail: string
  webhook: Webhook | undefined
  /** Resolves when no enquiry is just arriving, or after this long. */
  giveWay(withinMs: number): Promise<void>
  log: JobLog
}

const atOnce = 10
/** Ten at once that wait this long are still more than forty a second: 48 were measured. */
const giveWayMs = 160

export function deliveryWorkers(deps: DeliveryDeps): Worker[] {
  const read = deliveryReader(deps.database)
  const send: Record<Channel, (about: Sending) => Promise<void>> = {
    office_mail: (about) => deps.mailer.send(officeMail(deps, about)),
    thank_you_mail: (about) => deps.mailer.send(thankYouMail(deps, about)),
    webhook: (about) => sendCopy(deps.webhook, about),
  }
  return deliveryKinds.map((kind) => ({
    kind,
    atOnce,
    async run(job, signal) {
      await deps.giveWay(giveWayMs)
      const delivery = await read(deliveryOf(job))
      if (!delivery) return skipped
      const { id, channel, enquiry } = delivery
      // The same ids as in the queue's own lines, the mail's Message-ID and the visitor's answer.
      const about = {
        enquiry: enquiry.id,
        delivery: id,
        channel,
        job: job.id,
        tries: job.tries + 1,
      }
      try {
        await send[channel]({ ...delivery, signal })
        deps.log.info(about, 'enquiry delivered')
      } catch (error) {
        deps.log.warn(about, 'enquiry not delivered')
        throw error
      }
    },
    async settled(tx, settled) {
      await writeStates(tx, settled)
      await queueReleased(tx, kind, settled)
    },
  }))
}

interface Sending extends Delivery {
  signal: AbortSignal
}

function officeMail({ company, siteUrl, officeEmail }: DeliveryDeps, { id, enquiry }: Delivery) {
  const recordUrl = new URL(`/admin?enquiry=${enquiry.id}`, siteUrl).href
  return {
    ...enquiryOffice({ enquiry, recordUrl, replyDue: replyDue(enquiry.created_at) }, company),
    to: officeEmail,
    replyTo: { name: enquiry.name, address: enquiry.email },
    messageId: messageIdOf(id, siteUrl),
  }
}

function thankYouMail({ company, siteUrl }: DeliveryDeps, { id, enquiry }: Delivery) {
  return {
    ...enquiryThanks({ enquiry, replyDue: stillDue(enquiry.created_at) }, company),
    to: enquiry.email,
    replyTo: { name: company.name, address: company.email },
    messageId: messageIdOf(id, siteUrl),
    isAutomatic: true,
  }
}

/** A mail that was withheld or held up must not promise a time that has passed. */
function stillDue(received: Date): Date {
  const due = replyDue(received)
  const now = new Date()
  return due > now ? due : replyDue(now)
}

async function sendCopy(webhook: Webhook | undefined, { enquiry, signal }: Sending) {
  if (!webhook) throw new Error('No webhook is configured any more')
  await sendWebhook(webhook, { id: enquiry.id, body: JSON.stringify(enquiry) }, signal)
}

/**
 * Only what still waits is changed: an enquiry may have been marked as spam meanwhile. One that was
 * erased while its mail was leaving has been delivered after all.
 */
async function writeStates(tx: Queryable, settled: Settled[]): Promise<void> {
  const items = settled
    .filter(({ state }) => state !== skipped)
    .map((one) => ({
      id: deliveryOf(one.job),
      state: 'error' in one ? one.state : 'delivered',
      error: 'error' in one ? one.error : null,
      seconds: one.state === 'waiting' ? one.delayMs / 1000 : null,
    }))
  if (items.length === 0) return
  await tx.query(
    // The ids again by themselves: joined to the list alone, the planner may read the whole table.
    `update enquiry_deliveries delivery
     set state = item.state, tries = delivery.tries + 1, last_error = item.error,
       next_try_at = now() + make_interval(secs => item.seconds),
       delivered_at = case item.state when 'delivered' then now() end
     from jsonb_to_recordset($1::jsonb) as item (id uuid, state text, error text, seconds float8)
     where delivery.id = item.id and delivery.id = any($2) and (
       delivery.state = 'waiting' or (delivery.state = 'cancelled' and item.state = 'delivered')
     )`,
    [JSON.stringify(items), items.map(({ id }) => id)],
  )
}

/**
 * A delivery that was withheld and released before its job was settled waits again: its release found
 * the old job still there, so it gets a new one. A release that comes later waits for this transaction
 * and adds its own.
 */
async function queueReleased(tx: Queryable, kind: string, settled: Settled[]): Promise<void> {
  const ids = settled.filter(({ state }) => state === skipped).map(({ job }) => deliveryOf(job))
  if (ids.length === 0) return
  const { rows } = await tx.query<{ id: string }>(
    `select id from enquiry_deliveries where id = any($1) and state = 'waiting'`,
    [ids],
  )
  const jobs = rows.map(({ id }) => ({ name: `enquiry-delivery:${id}`, payload: { delivery: id } }))
  await addJobs(tx, kind, jobs)
}

function deliveryOf({ payload }: Job): string {
  return (payload as { delivery: string }).delivery
}
