// Dependencies of the auth service and its endpoints.
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
  /** The public URL of the product, without a trailing slash. */
  siteUrl: string
  /** The issuer name that authenticator apps show. */
  siteName: string
  rateLimitScale: number
  /** Database time quotas of signed-in users, shared by all services. */
  quotas: CallerQuotas
  clientAddress(request: Request): string
  /** Enqueued in the transaction of the change that the email is about. */
  enqueueMail(tx: Queryable, mail: AuthMail): Promise<void>
  /** The same for SMS. */
  enqueueSms(tx: Queryable, sms: Sms): Promise<void>
  /**
   * Redacts an address or number in the audit trails and deletes its queued emails, in the
   * transaction that soft-deletes its account.
   */
  forgetTraces(tx: Queryable, contact: { email: string } | { phone: string }): Promise<void>
  now(): Date
  /** Receives what the caller must not see: the cause of a 5xx. */
  logError(error: unknown, about?: object): void
}

/** The dependencies plus the rate limiters. */
export interface Service extends AuthDeps {
  /** Rate limits per client address and per account. */
  limits: Limits
  /** The email interval for addresses without an account row to store it in. */
  mailThrottle: Limits
}

/** `iss`, and the base URL of every link in auth emails. */
export function externalUrl({ siteUrl }: Pick<AuthDeps, 'siteUrl'>): string {
  return `${siteUrl}/auth/v1`
}
