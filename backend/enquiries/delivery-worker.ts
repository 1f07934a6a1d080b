// Delivers an enquiry over one channel: reads it again, sends it outside any transaction, and records
// the state. The job holds no personal data, so erasing an enquiry leaves none in the queue.
import type { Content } from '#content/content.ts'
import type { LiveContent } from '#content/live-content.ts'
import { replyDue } from '#content/reply-promise.ts'
import { addPhotosPath } from '#schemas/enquiry-photos.ts'
import { enquiryPath } from '#schemas/paths.ts'
import type { Database } from '../database/database.ts'
import { handOver } from '../jobs/hand-over.ts'
import { type Job, type JobLog, skipped, type Worker } from '../jobs/job.ts'
import type { Limits } from '../limits/limits.ts'
import { mailKinds } from '../mail/mail-jobs.ts'
import {
  type CalendarFile,
  type Mail,
  type Mailer,
  MailRefused,
  messageIdOf,
} from '../mail/mailer.ts'
import { enquiryMessage } from '../mail/templates/enquiry-message.ts'
import { enquiryOffice } from '../mail/templates/enquiry-office.ts'
import { enquiryThanks } from '../mail/templates/enquiry-thanks.ts'
import { type EmailContent, mailedBy } from '../mail/templates/layout.ts'
import { type PhotosMailInput, photosOffice } from '../mail/templates/photos-office.ts'
import { reviewRequest } from '../mail/templates/review-request.ts'
import { sendWebhook, type Webhook } from '../outgoing/signed-webhook.ts'
import type { AnswerStorage } from './answer-files/answer-storage.ts'
import { readAttachments } from './answer-files/attached-files.ts'
import { type Delivery, deliveryReader, isCancelled, withholdFor } from './delivery-record.ts'
import { deliveryOf, queueReleased, writeStates } from './delivery-states.ts'
import { linkedPhotos, officePhotos } from './photos/delivered-photos.ts'
import type { PhotoStorage } from './photos/photo-storage.ts'
import type { Photos } from './photos/photos.ts'
import type { ReviewLinks } from './review-links.ts'
import { type DeliveryChannel, deliveryKinds } from './store.ts'
import { mayThank } from './thank-you-limits.ts'

export interface DeliveryDeps {
  database: Database
  mailer: Mailer
  content: LiveContent
  siteUrl: URL
  /** The office's address for enquiries. */
  officeEmail(): string
  webhook: Webhook | undefined
  limits: Limits
  photoStorage: PhotoStorage
  answerStorage: Pick<AnswerStorage, 'read'>
  photos: Pick<Photos, 'sign'>
  reviewLinks: Pick<ReviewLinks, 'pathFor'>
  /** Removes an email from the outbox. */
  removeOutboxMail?(messageId: string): Promise<void>
  /** Resolves when no enquiry is being received, or after this long. */
  yieldToIntake(withinMs: number): Promise<void>
  log: JobLog
}

export const webhookHeaders = { id: 'X-Enquiry-Id', signature: 'X-Enquiry-Signature' }
const concurrency = 10
/** Attachments of 10 MB over an uplink of half a megabit a second. */
const slowestMailMs = 240_000
/** Ten concurrent deliveries with this delay still manage more than 40 a second: 48 were measured. */
const maxYieldMs = 160

export function deliveryWorkers(deps: DeliveryDeps): Worker[] {
  const read = deliveryReader(deps.database)
  const mail = handOver(deps.database, deps.log)
  const mailed =
    (write: (deps: DeliveryDeps, about: Sending) => Mail | Promise<Mail>) =>
    async (about: Sending) => {
      const message = await write(deps, about)
      return mail(about.job, (beforeLast) => deps.mailer.send(message, { beforeLast }))
    }
  const send: Record<DeliveryChannel, (about: Sending) => Promise<'sent' | 'in_outbox'>> = {
    office_mail: mailed(officeMail),
    photos_mail: mailed(photosMail),
    thank_you_mail: mailed(thankYouMail),
    message: mailed(officeMessage),
    webhook: (about) => postWebhook(deps, about),
  }
  return deliveryKinds.map((kind) => ({
    kind,
    kindsOfReceiver: mailKinds.includes(kind) ? mailKinds : [kind],
    concurrency,
    timeoutMs: slowestMailMs,
    renewsLease: true,
    async run(job, signal) {
      if (job.isAccepted) return 'delivered'
      await deps.yieldToIntake(maxYieldMs)
      const delivery = await read(deliveryOf(job))
      if (!delivery) return skipped
      const { id, channel, enquiry } = delivery
      // The same ids as in the queue's log lines, the email's Message-ID and the response to the
      // visitor.
      const about = {
        enquiry: enquiry.id,
        delivery: id,
        channel,
        job: job.id,
        tries: job.tries + 1,
      }
      try {
        if (channel === 'thank_you_mail' && !(await isThanked(deps, delivery, job))) {
          deps.log.warn(about, 'no thank-you email: this address has had several today')
          return skipped
        }
        const end = await send[channel]({ ...delivery, job, signal })
        const isSent = end === 'sent'
        // Erasing removes outbox copies after its commit; a copy written later is removed here.
        if (!isSent && (await isCancelled(deps.database, id))) {
          await deps.removeOutboxMail?.(messageIdOf(id, deps.siteUrl))
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

/** Withholds the email of an address that has had enough of them. */
async function isThanked(
  { database, limits }: DeliveryDeps,
  { id, enquiry: { email }, lastError }: Delivery,
  { tries }: Job,
): Promise<boolean> {
  if (!email || (await mayThank(database, limits, { email, tries, lastError }))) return true
  await withholdFor('This address has had several thank-you emails today', database, id)
  return false
}

interface Sending extends Delivery {
  job: Job
  signal: AbortSignal
}

function officeMail(deps: DeliveryDeps, delivery: Delivery): Promise<Mail> {
  const { enquiry } = delivery
  const { hours } = deps.content.current
  return mailToOffice(deps, delivery, (input) =>
    enquiryOffice(
      { ...input, replyDue: replyDue(enquiry.created_at, hours) },
      mailedBy(deps.content.current),
    ),
  )
}

function photosMail(deps: DeliveryDeps, delivery: Delivery): Promise<Mail> {
  return mailToOffice(deps, delivery, (input) =>
    photosOffice(input, mailedBy(deps.content.current)),
  )
}

async function mailToOffice(
  deps: DeliveryDeps,
  { id, enquiry }: Delivery,
  write: (input: PhotosMailInput) => EmailContent,
): Promise<Mail> {
  const { siteUrl, officeEmail } = deps
  const { count, inline } = await officePhotos(deps, enquiry.id)
  const photos = { count, cids: inline.map(({ cid }) => cid) }
  const recordUrl = new URL(enquiryPath(enquiry.id), siteUrl).href
  return {
    ...write({ enquiry, recordUrl, photos }),
    pictures: inline,
    to: officeEmail(),
    ...(enquiry.email && { replyTo: { name: enquiry.name, address: enquiry.email } }),
    messageId: messageIdOf(id, siteUrl),
  }
}

function thankYouMail(deps: DeliveryDeps, { id, enquiry, isAnswered }: Delivery) {
  if (!enquiry.email) throw new Error('The enquiry has no email address')
  const { siteUrl } = deps
  const { company, nextSteps, hours } = deps.content.current
  const token = deps.photos.sign(enquiry.id, enquiry.created_at)
  const photosUrl = new URL(addPhotosPath(token), siteUrl).href
  return {
    ...enquiryThanks(
      {
        enquiry,
        isAnswered,
        replyDue: stillDue(enquiry.created_at, hours),
        ...{ photosUrl, nextSteps },
      },
      mailedBy(deps.content.current),
    ),
    to: enquiry.email,
    replyTo: { name: company.name, address: company.email },
    messageId: messageIdOf(id, siteUrl),
    isAutomatic: true,
  }
}

async function officeMessage(
  deps: DeliveryDeps,
  { id, enquiry, written }: Delivery,
): Promise<Mail> {
  if (!written) throw new Error('A delivery of a message has no message')
  if (!written.to)
    throw new MailRefused(
      'address',
      'Who was to get it has no address, or is no colleague any more',
    )
  const { siteUrl } = deps
  const { company } = deps.content.current
  if (written.reviewAddress) {
    const stopUrl = new URL(deps.reviewLinks.pathFor(written.reviewAddress), siteUrl).href
    return {
      ...reviewRequest(
        { ...written, reference: enquiry.reference, stopUrl },
        mailedBy(deps.content.current),
      ),
      to: written.to,
      replyTo: { name: company.name, address: deps.officeEmail() },
      messageId: messageIdOf(id, siteUrl),
      isAutomatic: true,
      oneClickUnsubscribe: stopUrl,
    }
  }
  return {
    ...enquiryMessage(
      {
        ...written,
        reference: enquiry.reference,
        recordUrl: written.isToCustomer
          ? undefined
          : new URL(enquiryPath(enquiry.id), siteUrl).href,
      },
      mailedBy(deps.content.current),
    ),
    attachments: await readAttachments(deps.answerStorage, written.files),
    ...(written.calendar && { calendar: calendarFile(written.calendar) }),
    to: written.to,
    replyTo: { name: company.name, address: deps.officeEmail() },
    messageId: messageIdOf(id, siteUrl),
  }
}

function calendarFile(content: string): CalendarFile {
  const method = /^METHOD:(REQUEST|CANCEL)\s*$/m.exec(content)?.[1] ?? 'PUBLISH'
  return { method: method as CalendarFile['method'], content }
}

/** A delayed email must not promise a time that has passed. */
function stillDue(received: Date, hours: Content['hours']): Date {
  const due = replyDue(received, hours)
  const now = new Date()
  return due > now ? due : replyDue(now, hours)
}

async function postWebhook(deps: DeliveryDeps, { enquiry, signal }: Sending) {
  const { webhook } = deps
  if (!webhook) throw new Error('No webhook is configured any more')
  const body = JSON.stringify({ ...enquiry, photos: await linkedPhotos(deps, enquiry.id) })
  await sendWebhook(webhook, { id: enquiry.id, body }, signal, webhookHeaders)
  return 'sent' as const
}
