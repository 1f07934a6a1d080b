// PUT /user with a number: pending until the code that was sent to it is entered.
import type { Queryable } from '../../database/database.ts'
import type { SmsChannel } from '../../sms/sms.ts'
import { readPhone } from '../accounts/contacts.ts'
import { type Account, isPhoneTaken, updateUser } from '../accounts/users.ts'
import { badRequest, phoneExists } from '../problems.ts'
import { takePerIp, takePerNumber } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { sendPhoneCode } from './send-code.ts'

/** The number, or undefined when the account has it already. */
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

/** Rate-limited, because the response reveals whether the number has an account. */
export async function requireFreePhone(
  service: Service,
  account: Account,
  phone: string,
  address: string,
): Promise<string> {
  await takePerIp(service, 'unknown', address)
  if (await isPhoneTaken(service.database, phone, account.id)) throw phoneExists()
  await takePerNumber(service, phone)
  return phone
}

export async function changePhone(
  tx: Queryable,
  service: Service,
  account: Account,
  phone: string,
  channel: SmsChannel,
): Promise<void> {
  const request = { kind: 'phone_change_token', phone, channel } as const
  await sendPhoneCode(tx, service, account, request)
  await updateUser(tx, account.id, { phone_change: phone }, service.now())
}
