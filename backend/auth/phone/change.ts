// PUT /user with a number: it is pending until the code that was sent to it is typed.
import type { Queryable } from '../../database/database.ts'
import type { Channel } from '../../sms/sms.ts'
import { readPhone } from '../accounts/contacts.ts'
import { type Account, isPhoneTaken, updateUser } from '../accounts/users.ts'
import { badRequest, phoneExists } from '../problems.ts'
import { takePerAddress, takePerNumber } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { sendPhoneCode } from './send-code.ts'

/** The number, or nothing when it is the account's own already. */
export function readNewPhone(
  service: Service,
  account: Account,
  given: string,
): string | undefined {
  if (!service.config.allowsPhone) {
    throw badRequest('phone_provider_disabled', 'Unsupported phone provider')
  }
  const phone = readPhone(given)
  return phone === account.phone ? undefined : phone
}

/** Counted like an address: the answer tells who has an account. */
export async function requireFreePhone(
  service: Service,
  account: Account,
  phone: string,
  address: string,
): Promise<string> {
  await takePerAddress(service, 'unknown', address)
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
