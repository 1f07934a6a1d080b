// The enquiries with a database, a queue and a mail server of their own, for tests through the door.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EnquiryDeps, enquiries } from '#backend/enquiries/enquiries.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import type { Retries } from '#backend/jobs/retries.ts'
import { limits } from '#backend/limits/limits.ts'
import { outboxMailer, outboxName } from '#backend/mail/outbox.ts'
import { removeCopies } from '#backend/mail/outbox-copies.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import { demoCompany } from '#content/company.ts'
import { type EngineName, openTestDatabase } from './databases.ts'
import { startMailServer } from './mail-server.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

export const officeEmail = 'office@hopyard.example'
export const webhookSecret = 'a secret of the tests'
const siteUrl = new URL('https://www.hopyard.example')
const silent = { info() {}, warn() {}, error() {} }

export interface ServiceOptions {
  rateLimitScale?: number
  retries?: Retries
  withWebhook?: boolean
  /** Without one mails are kept in the outbox. */
  withMailServer?: boolean
}

/** Quick, so that a test can wait for them. */
const quickRetries: Retries = { firstMs: 100, longestMs: 400, most: 60 }

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
  const from = { name: demoCompany.name, address: demoCompany.email }
  const mailer = withMailServer
    ? smtpMailer({ url: mailServer.url, from })
    : outboxMailer({ folder: outboxFolder, from })
  const deps: EnquiryDeps = {
    database,
    limits: limits(database, { scale: rateLimitScale }),
    mailer,
    company: demoCompany,
    siteUrl,
    officeEmail,
    webhook: withWebhook ? { url: receiver.url, secret: webhookSecret } : undefined,
    retentionMonths: demoCompany.retentionMonths,
    dropCopy: (messageId) => removeCopies(outboxFolder, [outboxName(messageId)]),
    log: silent,
  }
  const service = enquiries(deps)
  const queue = jobs(database, { workers: service.workers, log: silent, retries, pollMs: 100 })

  return {
    service,
    database,
    queue,
    mailServer,
    receiver,
    dataDir,
    outboxFolder,
    deps,
    send: (fields: unknown, address = '192.0.2.1') => service.accept(jsonRequest(fields), address),
    /** Runs the queue until every delivery has come to an end. */
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
