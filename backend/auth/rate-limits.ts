// Rate limits per client address and per account. The numbers per address follow the official service
// where it has one; those per account are ours, because an attacker with many addresses can still
// guess at one account.
import { createHash } from 'node:crypto'
import type { Limit } from '../limits/limits.ts'
import { takeForNetwork } from '../limits/network.ts'
import type { Guard } from './context.ts'
import { mailTooSoon, requestRateReached, smsRateReached } from './problems.ts'
import type { Service } from './service.ts'

const minute = 60_000
const per = (count: number, perMs: number, burst = 30): Limit => ({ count, perMs, burst })

const perIp = {
  otp: per(30, 5 * minute),
  /** Responses that reveal whether an address or number has an account. */
  unknown: per(10, 60 * minute, 10),
  recover: per(30, 5 * minute),
  resend: per(30, 5 * minute),
  signup: per(30, 5 * minute),
  user: per(30, 5 * minute),
  verify: per(30, 5 * minute),
  token: per(150, 5 * minute),
  anonymous: per(30, 60 * minute),
  factor: per(15, minute),
  passkey: per(30, 5 * minute),
  setup: per(30, 5 * minute),
  /** Every request stores rows. */
  openid: per(30, 5 * minute),
  oauthAuthorize: per(30, 5 * minute),
  register: per(10, 5 * minute, 10),
  sso: per(30, 5 * minute),
  web3: per(30, 5 * minute),
  /** A whole company may sign in through its identity provider from one address. */
  assertion: per(150, 5 * minute),
}

const perAccount = {
  /** Guesses at a password. */
  password: per(30, 5 * minute),
  /** Guesses at a 6-digit code from an email, which lives for a day. The link beside it is not guessed. */
  mailedCode: per(30, 24 * 60 * minute),
  /** Guesses at a code that lives for minutes. */
  code: per(30, 60 * minute),
  /** Guesses at a code of an authenticator app. */
  factor: per(15, 15 * minute, 15),
}

/** SMS cost money, and the number's owner may not have requested one. */
const perNumber = per(10, 60 * minute, 5)

/** Middleware for the route list. */
export function limit(service: Service, name: keyof typeof perIp): Guard {
  return async function limitPerAddress(c, next) {
    await takePerIp(service, name, c.var.address)
    await next()
  }
}

export async function takePerIp(
  { limits }: Service,
  name: keyof typeof perIp,
  address: string,
): Promise<void> {
  const verdict = await takeForNetwork(limits, `auth.${name}`, address, perIp[name])
  if (!verdict.allowed) throw requestRateReached(verdict.retryAfterSeconds)
}

/** `account` is an id, or an address that may have no account; only its hash is stored. */
export async function takePerAccount(
  { limits }: Service,
  name: keyof typeof perAccount,
  account: string,
): Promise<void> {
  const verdict = await limits.take(`auth.account.${name}`, digest(account), perAccount[name])
  if (!verdict.allowed) throw requestRateReached(verdict.retryAfterSeconds)
}

/** Call before a transaction: the counter uses its own. */
export async function takePerNumber({ limits, config }: Service, phone: string): Promise<void> {
  if (config.testOtp[phone] !== undefined) return
  const verdict = await limits.take('auth.sms', digest(phone), perNumber)
  if (!verdict.allowed) throw smsRateReached(verdict.retryAfterSeconds)
}

/**
 * Applies the email interval to an address without an account, or with nothing to send: otherwise a
 * second request would reveal that there is none.
 */
export async function throttleUnknown(
  service: Service,
  kind: string,
  contact: string,
  tooSoon = mailTooSoon,
): Promise<void> {
  const perMs = service.config.mailIntervalSeconds * 1000
  if (perMs === 0) return
  const once = { burst: 1, count: 1, perMs }
  const verdict = await service.mailThrottle.take(`auth.mail.${kind}`, digest(contact), once)
  if (!verdict.allowed) throw tooSoon(verdict.retryAfterSeconds)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
