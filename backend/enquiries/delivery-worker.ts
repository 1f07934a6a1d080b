// Delivers an enquiry to one place: reads it afresh, sends outside of any transaction, and keeps its
// state beside it. The job carries no personal data, so erasing an enquiry leaves none in the queue.
import type { CompanyProfile } from '#content/company.ts'
import { replyDue } from '#content/reply-promise.ts'
import { enquiryPath } from '#schemas/paths.ts'
import type { Database } from '../database/database.ts'
import { handOver } from '../jobs/hand-over.ts'
import { type Job, type JobLog, skipped, type Worker } from '../jobs/job.ts'
import { type Mailer, messageIdOf } from '../mail/mailer.ts'
import { enquiryOffice } from '../mail/templates/enquiry-office.ts'
import { enquiryThanks } from '../mail/templates/enquiry-thanks.ts'
import { sendWebhook, type Webhook } from '../outgoing/signed-webhook.ts'
import { type Delivery, deliveryReader, isCancelled } from './delivery-record.ts'
import { deliveryOf, queueReleased, writeStates } from './delivery-states.ts'
import { type Channel, deliveryKinds } from './store.ts'

export interface DeliveryDeps {
  database: Database
  mailer: Mailer
  company: CompanyProfile
  siteUrl: URL
  /** Where the office reads its enquiries. */
  officeEmail: string
  webhook: Webhook | undefined
  /** Removes a mail from the outbox. */
  dropCopy?(messageId: string): Promise<void>
  /** Resolves when no enquiry is just arriving, or after this long. */
  giveWay(withinMs: number): Promise<void>
  log: JobLog
}

const webhookHeaders = { id: 'X-Enquiry-Id', signature: 'X-Enquiry-Signature' }
const atOnce = 10
/** Ten at once that wait this long are still more than forty a second: 48 were measured. */
const giveWayMs = 160

export function deliveryWorkers(deps: DeliveryDeps): Worker[] {
  const read = deliveryReader(deps.database)
  const mail = handOver(deps.database, deps.log)
  const send: Record<Channel, (about: Sending) => Promise<'sent' | 'in_outbox'>> = {
    office_mail: (about) =>
      mail(about.job, (beforeLast) => deps.mailer.send(officeMail(deps, about), { beforeLast })),
    thank_you_mail: (about) =>
      mail(about.job, (beforeLast) => deps.mailer.send(thankYouMail(deps, about), { beforeLast })),
    webhook: (about) => sendCopy(deps.webhook, about),
  }
  return deliveryKinds.map((kind) => ({
    kind,
    atOnce,
    async run(job, signal) {
      if (job.isAccepted) return 'delivered'
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
        const end = await send[channel]({ ...delivery, job, signal })
        const isSent = end === 'sent'
        // Erasing removes the copies after its commit; what was written later is seen here.
        if (!isSent && (await isCancelled(deps.database, id))) {
          await deps.dropCopy?.(messageIdOf(id, deps.siteUrl))
          return skipped
        }
        deps.log.info(about, isSent ? 'enquiry delivered' : 'enquiry mail kept in the outbox')
        return isSent ? 'delivered' : end
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
  job: Job
  signal: AbortSignal
}

function officeMail({ company, siteUrl, officeEmail }: DeliveryDeps, { id, enquiry }: Delivery) {
  const recordUrl = new URL(enquiryPath(enquiry.id), siteUrl).href
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
  const body = JSON.stringify(enquiry)
  await sendWebhook(webhook, { id: enquiry.id, body }, signal, webhookHeaders)
  return 'sent' as const
}
