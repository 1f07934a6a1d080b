// What the staff functions are built on; the server passes it in.
import type { Hono } from 'hono'
import type { Keys } from '../caller/keys.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Enquiries } from '../enquiries/enquiries.ts'
import type { Limits } from '../limits/limits.ts'
import type { OutboxMail } from '../mail/outbox.ts'
import type { Check } from './check-everything.ts'

export interface Recovered {
  /** The owner's address. */
  to: string
  at: Date
  from: string
  codesLeft: number
}

export interface StaffDeps {
  database: Database
  keys: Keys
  /** The auth service itself, asked as its own administrator. */
  auth: Pick<Hono, 'request'>
  enquiries: Pick<Enquiries, 'resend'>
  /** The newest mails that nobody sent; undefined when there is a mail server. */
  readOutbox: (() => Promise<OutboxMail[]>) | undefined
  limits: Limits
  /** Tries are counted per address as well as per account. */
  clientAddress(request: Request): string
  /** A mail to the owner of an account in which a recovery code was used; sent when it commits. */
  tellRecovered(tx: Queryable, recovered: Recovered): Promise<void>
  /** Looks at everything that the product needs. */
  check(): Promise<Check[]>
  report(error: unknown): void
}
