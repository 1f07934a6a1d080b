// The enquiries with their own database, queue and mail server, for tests through the entry point.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadKeys } from '#backend/caller/keys.ts'
import { type EnquiryDeps, enquiries } from '#backend/enquiries/enquiries.ts'
import { maxPhotoBytes, photoBucket } from '#backend/enquiries/photos/photo-storage.ts'
import { reviewRequestsKind } from '#backend/enquiries/review-requests.ts'
import { folderStore } from '#backend/files/folder-store.ts'
import { openPictures } from '#backend/files/pictures/pictures.ts'
import { openSpool } from '#backend/files/spool.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import type { Retries } from '#backend/jobs/retries.ts'
import { noQuotas } from '#backend/limits/caller-quotas.ts'
import { limits } from '#backend/limits/limits.ts'
import { outboxMailer, outboxName } from '#backend/mail/outbox.ts'
import { removeCopies } from '#backend/mail/outbox-copies.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import { answerObjects } from '#backend/storage/answer-objects.ts'
import { ownObjects } from '#backend/storage/own-objects.ts'
import type { StorageDeps } from '#backend/storage/service.ts'
import { answerBucket, maxFileBytes } from '#schemas/answer-files.ts'
import { demoCompany, demoContent } from '#tools/demo-content.ts'
import { type EngineName, openTestDatabase } from './databases.ts'
import { startMailServer } from './mail-server.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'
import { pictureWorkerFile } from './worker-file.ts'

export const officeEmail = 'office@hopyard.example'
export const webhookSecret = 'a secret of the tests'
const siteUrl = new URL('https://www.hopyard.example')
const silent = { info() {}, warn() {}, error() {} }

export interface ServiceOptions {
  rateLimitScale?: number
  retries?: Retries
  withWebhook?: boolean
  /** Without one emails go to the outbox. */
  withMailServer?: boolean
  content?: EnquiryDeps['content']
  /** Of review requests, which a test with a clock of its own runs by hand. */
  now?: () => Date
}

/** Quick, so that a test can wait for them. */
const quickRetries: Retries = { initialDelayMs: 100, maxDelayMs: 400, maxTries: 60 }

export async function openEnquiryService(engine: EngineName, options: ServiceOptions = {}) {
  const { rateLimitScale = 0, retries = quickRetries, withWebhook = true } = options
  const { withMailServer = true } = options
  const [opened, mailServer, receiver, dataDir] = await Promise.all([
    openTestDatabase(engine),
    startMailServer(),
    startWebhookReceiver(),
    mkdtemp(join(tmpdir(), 'enquiries-')),
  ])
  const outboxFolder = join(dataDir, 'outbox')
  const { database } = opened
  const from = () => ({ name: demoCompany.name, address: demoCompany.email })
  const mailer = withMailServer
    ? smtpMailer({ server: { url: mailServer.url }, from })
    : outboxMailer({ folder: outboxFolder, from })
  const keys = await loadKeys(database, { issuer: siteUrl.href })
  const pictures = openPictures({ pictureWorkerFile, log: silent })
  const storageDeps: StorageDeps = {
    ...{ database, keys, pictures, quotas: noQuotas },
    store: folderStore(join(dataDir, 'files')),
    spool: openSpool(join(dataDir, 'incoming')),
    space: { maxTotalBytes: 1e12, minFreeBytes: 0 },
    clientNetwork: () => '192.0.2.1',
    limits: limits(database, { scale: rateLimitScale }),
    report() {},
  }
  const deps: EnquiryDeps = {
    database,
    limits: limits(database, { scale: rateLimitScale }),
    photoStorage: ownObjects(storageDeps, photoBucket, maxPhotoBytes),
    answerStorage: answerObjects(storageDeps, answerBucket, maxFileBytes),
    tokenSecret: keys.codeSecret,
    mailer,
    content: options.content ?? { current: demoContent },
    ...(options.now && { now: options.now }),
    siteUrl,
    officeEmail: () => officeEmail,
    webhook: withWebhook ? { url: receiver.url, secret: webhookSecret } : undefined,
    retentionMonths: () => demoCompany.retentionMonths,
    removeOutboxMail: (messageId) => removeCopies(outboxFolder, [outboxName(messageId)]),
    log: silent,
  }
  const service = enquiries(deps)
  const workers = service.workers.filter(({ kind }) => !options.now || kind !== reviewRequestsKind)
  const queue = jobs(database, { workers, log: silent, retries, pollMs: 100 })

  return {
    service,
    database,
    queue,
    mailServer,
    receiver,
    dataDir,
    outboxFolder,
    deps,
    storageDeps,
    send: (fields: unknown, address = '192.0.2.1') => service.accept(jsonRequest(fields), address),
    /** Runs the queue until every delivery has ended. */
    async settled(withinMs = 20_000): Promise<void> {
      const deadline = Date.now() + withinMs
      for (;;) {
        const { count } = await database.query(
          "select from enquiry_deliveries where state = 'waiting'",
        )
        if (count === 0) return
        if (Date.now() > deadline) throw new Error(`${count} deliveries are still waiting`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async close(): Promise<void> {
      await queue.stop()
      mailer.close()
      pictures.close()
      await Promise.all([mailServer.close(), receiver.close()])
      await rm(dataDir, { recursive: true, force: true })
      await opened.remove()
    },
  }
}

export type EnquiryService = Awaited<ReturnType<typeof openEnquiryService>>

export const anEnquiry = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '01632 960001',
  address: 'wr142aa',
  service: 'Landscaping',
  message: 'Please quote for a patio of about 20 square metres behind the house.',
  gdpr_consent: true,
}

export function jsonRequest(fields: unknown, headers: Record<string, string> = {}): Request {
  return new Request('https://www.hopyard.example/functions/v1/contact-webhook', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof fields === 'string' ? fields : JSON.stringify(fields),
  })
}

export function formRequest(
  fields: [string, string][] | Record<string, string>,
  headers: Record<string, string> = {},
): Request {
  return new Request('https://www.hopyard.example/api/webhooks/contact', {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
}
