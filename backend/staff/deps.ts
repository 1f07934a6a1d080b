// What the staff functions are built on; the server passes it in.
import type { Context, Hono } from 'hono'
import type { BackupState, TestMailResult } from '#schemas/backups.ts'
import type { Check } from '#schemas/checks.ts'
import type { MailPage, MailQuery } from '#schemas/mails.ts'
import type { Keys } from '../caller/keys.ts'
import { sessionIdOf } from '../caller/standing.ts'
import type { Caller } from '../database/as-caller.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Enquiries } from '../enquiries/enquiries.ts'
import type { CallerQuotas, Payer } from '../limits/caller-quotas.ts'
import type { Limits } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import type { OutboxCopy } from '../mail/outbox-copies.ts'

export interface Recovered {
  /** The owner's address. */
  to: string
  at: Date
  from: string
  codesLeft: number
}

/** Account mails that did not go out. */
export interface StuckMails {
  /** False when there is no such mail, or its link has expired. */
  resend(id: string): Promise<boolean>
  /** Undefined when there is no such mail. */
  drop(tx: Queryable, id: string): Promise<{ to: string; about: string | null } | undefined>
}

export interface StaffDeps {
  database: Database
  keys: Keys
  /** The auth service itself, asked as its own administrator. */
  auth: Pick<Hono, 'request'>
  enquiries: Pick<Enquiries, 'resend' | 'countPerson' | 'exportPerson' | 'erasePerson'>
  /** A page of all mails, without the links and codes of those that wait or failed. */
  listMails(query: MailQuery): Promise<MailPage>
  /** Copies in the outbox, also those from before there was a mail server. */
  outbox: {
    /** Mails of these deliveries, and those whose content matches. */
    find(deliveryIds: string[], matches: (content: string) => boolean): Promise<OutboxCopy[]>
    remove(ids: string[]): Promise<void>
  }
  /** How many daily backups are kept; undefined when the product takes none. */
  backupsKept: number | undefined
  backups: {
    read(): Promise<BackupState>
    /** False when one is being taken already. */
    request(by: string): Promise<boolean>
  }
  /** At once, past the queue. */
  sendTestMail(to: string): Promise<TestMailResult>
  stuckMails: StuckMails
  limits: Limits
  quotas: CallerQuotas
  /** Tries are counted per address as well as per account. */
  clientAddress(request: Request): string
  /** A mail to the owner of an account in which a recovery code was used; sent when it commits. */
  notifyRecovered(tx: Queryable, recovered: Recovered): Promise<void>
  /** Looks at everything that the product needs. */
  check(): Promise<Check[]>
  report(error: unknown): void
}

/** What a guard needs to know who asks, and to count it. */
export type GuardDeps = Pick<StaffDeps, 'database' | 'keys' | 'quotas' | 'clientAddress'>

export function payerOf({ clientAddress }: GuardDeps, { req }: Context, caller: Caller): Payer {
  return { network: networkOf(clientAddress(req.raw)), session: sessionIdOf(caller.claims) }
}
