// PUT /user with a number: it is pending until the code that was sent to it is typed.
import type { Queryable } from '../../database/database.ts'
import { readPhone } from '../contacts.ts'
import type { Service } from '../deps.ts'
import { badRequest, phoneExists } from '../problems.ts'
import { takePerNumber } from '../rate-limits.ts'
import { type Account, isPhoneTaken, updateUser } from '../users.ts'
import { type Channel, sendPhoneCode } from './send-code.ts'

/** The number, or nothing when it is the account's own already. */
export async function readNewPhone(
  service: Service,
  account: Account,
  given: string,
): Promise<string | undefined> {
  if (!service.config.phone) {
    throw badRequest('phone_provider_disabled', 'Unsupported phone provider')
  }
  const phone = readPhone(given)
  if (phone === account.phone) return undefined
  if (await isPhoneTaken(service.database, phone, account.id)) throw phoneExists()
  await takePerNumber(service, phone)
  return phone
}

export async function changePhone(
  tx: Queryable,
  service: Service,
  account: Account,
  phone: string,
  channel: Channel,
): Promise<void> {
  const asked = { kind: 'phone_change_token', phone, channel } as const
  await sendPhoneCode(tx, service, account, asked)
  await updateUser(tx, account.id, { phone_change: phone }, service.now())
}
