// Emails and SMS to people who have proved nothing are limited for all callers together: a provider stops a
// sender who writes to strangers, and with it the emails about enquiries; and SMS cost money.
import type { Queryable } from '../../database/database.ts'
import type { Limit } from '../../limits/limits.ts'
import type { Service } from '../service.ts'
import { isProven } from './proof.ts'
import type { Account } from './users.ts'

type Channel = 'email' | 'sms'

const hour = 3_600_000
const perHour: Record<Channel, Limit> = {
  email: { burst: 60, count: 60, perMs: hour },
  sms: { burst: 20, count: 20, perMs: hour },
}

/** False: leave it out in silence, since a refusal would tell which contacts are proved. */
export async function mayBeSent(
  tx: Queryable,
  service: Service,
  channel: Channel,
  { account, contact }: { account: Account; contact: string },
): Promise<boolean> {
  const isWithin = await countMessage(tx, service, channel)
  if (isWithin || (await isProven(tx, account.id, contact)) || (await isColleague(tx, account))) {
    return true
  }
  service.logError(new Error(`Too many messages to strangers: no ${channel} was sent`))
  return false
}

/**
 * Also where nothing is sent, or goes to somebody who has proved the contact: who is not counted could be
 * told from who is by what is left.
 */
export async function countMessage(
  tx: Queryable,
  { limits }: Service,
  channel: Channel,
): Promise<boolean> {
  return (await limits.take('auth.strangers', channel, perHour[channel], tx)).allowed
}

/** An administrator has given them a role. */
async function isColleague(tx: Queryable, { id }: Account): Promise<boolean> {
  const { count } = await tx.query('select from public.user_roles where user_id = $1', [id])
  return count > 0
}
