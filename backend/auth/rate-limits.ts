// How often one address, and one account, may call. The numbers are the official service's; those per
// account are ours, because a thief with many addresses still guesses at one account.
import { createHash } from 'node:crypto'
import type { Limit } from '../limits/limits.ts'
import { takeForNetwork } from '../limits/network.ts'
import type { Guard } from './context.ts'
import { mailTooSoon, requestRateReached, smsRateReached } from './problems.ts'
import type { Service } from './service.ts'

const minute = 60_000
const per = (count: number, perMs: number, burst = 30): Limit => ({ count, perMs, burst })

const perAddress = {
  otp: per(30, 5 * minute),
  /** Answers that tell whether an address or a number has an account. */
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
  /** Each sets out with rows of its own. */
  authorize: per(30, 5 * minute),
  oauth: per(30, 5 * minute),
  register: per(10, 5 * minute, 10),
  sso: per(30, 5 * minute),
  web3: per(30, 5 * minute),
  /** A whole company may come back from its identity provider through one address. */
  assertion: per(150, 5 * minute),
}

const perAccount = {
  /** Guesses at a password. */
  password: per(30, 5 * minute),
  /** Guesses at a 6-digit code from a mail. */
  code: per(30, 60 * minute),
  /** Guesses at a code of an authenticator app. */
  factor: per(15, 15 * minute, 15),
}

/** Messages cost money, and a number may be somebody's who never asked for one. */
const perNumber = per(10, 60 * minute, 5)

/** Stands before an endpoint in the route list. */
export function limit(service: Service, name: keyof typeof perAddress): Guard {
  return async function limitPerAddress(c, next) {
    await takePerAddress(service, name, c.var.address)
    await next()
  }
}

export async function takePerAddress(
  { limits }: Service,
  name: keyof typeof perAddress,
  address: string,
): Promise<void> {
  const verdict = await takeForNetwork(limits, `auth.${name}`, address, perAddress[name])
  if (!verdict.allowed) throw requestRateReached(verdict.retryAfterSeconds)
}

/** `account` is an id, or an address that may belong to nobody; the table keeps only its hash. */
export async function takePerAccount(
  { limits }: Service,
  name: keyof typeof perAccount,
  account: string,
): Promise<void> {
  const verdict = await limits.take(`auth.account.${name}`, digest(account), perAccount[name])
  if (!verdict.allowed) throw requestRateReached(verdict.retryAfterSeconds)
}

/** Before a transaction: the count has one of its own. */
export async function takePerNumber({ limits, config }: Service, phone: string): Promise<void> {
  if (config.testOtp[phone] !== undefined) return
  const verdict = await limits.take('auth.sms', digest(phone), perNumber)
  if (!verdict.allowed) throw smsRateReached(verdict.retryAfterSeconds)
}

/**
 * An address without an account, or with nothing to mail about, has to wait between requests like one
 * with an account: otherwise the second request would tell the two apart.
 */
export async function paceUnknown(
  service: Service,
  kind: string,
  contact: string,
  tooSoon = mailTooSoon,
): Promise<void> {
  const perMs = service.config.mailIntervalSeconds * 1000
  if (perMs === 0) return
  const once = { burst: 1, count: 1, perMs }
  const verdict = await service.mailPace.take(`auth.mail.${kind}`, digest(contact), once)
  if (!verdict.allowed) throw tooSoon(verdict.retryAfterSeconds)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
