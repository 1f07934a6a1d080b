// Dependencies of the staff functions; the server passes them in.
import type { Context, Hono } from 'hono'
import type { LiveContent } from '#content/live-content.ts'
import type { BackupState } from '#schemas/backups.ts'
import type { Check } from '#schemas/checks.ts'
import type { TestMailResult } from '#schemas/mail-server.ts'
import type { MailPage, MailQuery } from '#schemas/mails.ts'
import { sessionIdOf } from '../caller/caller-roles.ts'
import type { Keys } from '../caller/keys.ts'
import type { Caller } from '../database/as-caller.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { AnswerStorage } from '../enquiries/answer-files/answer-storage.ts'
import type { Enquiries } from '../enquiries/enquiries.ts'
import type { CallerQuotas, Payer } from '../limits/caller-quotas.ts'
import type { Limits } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import type { LiveMailer } from '../mail/live-mailer.ts'
import type { OutboxCopy } from '../mail/outbox-copies.ts'
import type { MailServerStore } from '../mail/stored-server.ts'
import type { PushKeys } from '../push/push-keys.ts'
import type { SendPush } from '../push/send-push.ts'
import type { CheckSite } from '../site/check-site.ts'
import type { SiteStore } from '../site/site-store.ts'

export interface Recovered {
  /** The owner's address. */
  to: string
  at: Date
  from: string
  codesLeft: number
}

/** Account emails that were not delivered. */
export interface StuckMails {
  /** False when there is no such email, or its link has expired. */
  resend(id: string): Promise<boolean>
  /** Undefined when there is no such email. */
  drop(tx: Queryable, id: string): Promise<{ to: string; about: string | null } | undefined>
}

export interface StaffDeps {
  database: Database
  keys: Keys
  content: LiveContent
  /** The auth service, called with the secret key. */
  auth: Pick<Hono, 'request'>
  enquiries: Pick<
    Enquiries,
    | 'enter'
    | 'resend'
    | 'resendOutbox'
    | 'visits'
    | 'countPerson'
    | 'exportPerson'
    | 'erasePerson'
    | 'forgetLearned'
  >
  /** The services that an enquiry can be about. */
  services(): readonly string[]
  /**
   * A page of the emails about enquiries, and of others until they are sent, without the links and codes
   * of queued and failed ones.
   */
  listMails(query: MailQuery): Promise<MailPage>
  /** Copies in the outbox, including those from before a mail server was configured. */
  outbox: {
    /** Emails of these deliveries, and those whose content matches. */
    find(deliveryIds: string[], matches: (content: string) => boolean): Promise<OutboxCopy[]>
    remove(ids: string[]): Promise<void>
  }
  /** How many daily backups are kept; undefined when backups are off. */
  backupsKept: number | undefined
  backups: {
    read(): Promise<BackupState>
    /** False when a backup is already running. */
    request(by: string): Promise<boolean>
  }
  site: SiteStore
  checkSite: CheckSite
  shippedSite: {
    documents: ReadonlyMap<string, unknown>
    /** Fields of the company that the environment sets, with the variable's name. */
    fixed: Record<string, string>
  }
  previewAddress(caller: Caller): string
  /** The path to which a photograph for the site may be sent with PUT. */
  signSitePicture(upload: string): Promise<string>
  /** The files that are attached to answers. */
  answerStorage: Pick<AnswerStorage, 'requireSpace' | 'receive' | 'put'>
  /** Without one, emails are kept in the outbox. */
  hasMailServer(): Promise<boolean>
  /** Sends immediately, without the queue. */
  sendTestMail(to: string): Promise<TestMailResult>
  /** The mail server that is set up in the dashboard, and what the environment says instead. */
  mailServer: Pick<LiveMailer, 'problem' | 'reload'> & {
    store: MailServerStore
    environment: { smtpUrl: string | undefined; from: string | undefined }
    company(): { name: string; email: string }
  }
  /** Notifications on the caller's own devices. */
  push: { keys: Pick<PushKeys, 'readOrMake'>; send: SendPush }
  stuckMails: StuckMails
  limits: Limits
  quotas: CallerQuotas
  /** Attempts are limited per address as well as per account. */
  clientAddress(request: Request): string
  /**
   * Emails the owner of an account in which a recovery code was used; sent when the transaction
   * commits.
   */
  notifyRecovered(tx: Queryable, recovered: Recovered): Promise<void>
  /** Runs all health checks. */
  check(): Promise<Check[]>
  report(error: unknown): void
}

/** Dependencies of a guard: identifying the caller, and charging the caller's quota. */
export type GuardDeps = Pick<StaffDeps, 'database' | 'keys' | 'quotas' | 'clientAddress'>

export function payerOf({ clientAddress }: GuardDeps, { req }: Context, caller: Caller): Payer {
  return { network: networkOf(clientAddress(req.raw)), session: sessionIdOf(caller.claims) }
}
