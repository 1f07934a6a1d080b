// Emails and SMS to people who have proved nothing are limited for all callers together: a provider stops a
// sender who writes to strangers, and with it the emails about enquiries; and SMS cost money.
import type { Queryable } from '../../database/database.ts'
import type { Limit } from '../../limits/limits.ts'
import type { Service } from '../service.ts'
import { isProven } from './proof.ts'
import type { Account } from './users.ts'

const hour = 3_600_000
const perHour: Record<'email' | 'sms', Limit> = {
  email: { burst: 60, count: 60, perMs: hour },
  sms: { burst: 20, count: 20, perMs: hour },
}

/** False: leave it out in silence, since a refusal would tell which contacts are proved. */
export async function mayBeSent(
  tx: Queryable,
  { limits, logError }: Service,
  channel: 'email' | 'sms',
  { account, contact }: { account: Account; contact: string },
): Promise<boolean> {
  if (await isProven(tx, account.id, contact)) return true
  const { allowed } = await limits.take('auth.strangers', channel, perHour[channel], tx)
  if (!allowed) logError(new Error(`Too many messages to strangers: no ${channel} was sent`))
  return allowed
}
