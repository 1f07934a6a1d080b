// What the auth service is given when it is made, and what every endpoint works with.
import type { Keys } from '../caller/keys.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { CallerQuotas } from '../limits/caller-quotas.ts'
import type { Limits } from '../limits/limits.ts'
import type { AuthMail } from '../mail/auth-mail.ts'
import type { Sms } from '../sms/sms.ts'
import type { AuthConfig } from './settings.ts'

export interface AuthDeps {
  database: Database
  keys: Keys
  config: AuthConfig
  /** The public address of the product, without a slash at the end. */
  siteUrl: string
  /** What an authenticator calls us. */
  siteName: string
  rateLimitScale: number
  /** What people who are signed in may have of the database's time, over all services. */
  quotas: CallerQuotas
  clientAddress(request: Request): string
  /** Called inside the transaction of the change that the mail is about. */
  enqueueMail(tx: Queryable, mail: AuthMail): Promise<void>
  /** Likewise, for messages to telephones. */
  enqueueSms(tx: Queryable, sms: Sms): Promise<void>
  /**
   * Takes an address or number out of the trails and the queue, inside the transaction that empties its
   * account.
   */
  forgetTraces(tx: Queryable, contact: { email: string } | { phone: string }): Promise<void>
  now(): Date
  /** Gets what the caller must not see: the cause of a 5xx. */
  logError(error: unknown, about?: object): void
}

/** What every endpoint works with. */
export interface Service extends AuthDeps {
  /** Limits per client address and per account. */
  limits: Limits
  /** The interval between mails, for addresses that have no account to keep it in. */
  mailPace: Limits
}

/** `iss`, and the start of every link in auth mail. */
export function externalUrl({ siteUrl }: Pick<AuthDeps, 'siteUrl'>): string {
  return `${siteUrl}/auth/v1`
}
