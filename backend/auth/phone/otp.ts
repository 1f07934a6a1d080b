// POST /otp with a number: sends a code for signing in. An unknown number is signed up.
import type { Queryable } from '../../database/database.ts'
import type { SmsChannel } from '../../sms/sms.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { readPhone } from '../accounts/contacts.ts'
import { senderOf } from '../accounts/sign-up-tokens.ts'
import type { Metadata } from '../accounts/users.ts'
import { lockAccount } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { hashPassword, randomPassword } from '../password/passwords.ts'
import { badRequest, unprocessable } from '../problems.ts'
import { takePerIp, takePerNumber } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { findByPhone, type PhoneApplicant } from './accounts.ts'
import { readChannel, sendPhoneCode } from './send-code.ts'
import { registerPhone } from './sign-up.ts'

export async function otpByPhone(
  service: Service,
  c: AuthContext,
  body: { phone: string; channel: string; data: Metadata; mayCreate: boolean },
): Promise<Response> {
  if (!service.config.allowsPhone) {
    throw badRequest('phone_provider_disabled', 'Unsupported phone provider')
  }
  const channel = readChannel(body.channel)
  const phone = readPhone(body.phone)
  if (!body.mayCreate && !(await findByPhone(service.database, phone))) {
    await takePerIp(service, 'unknown', c.var.address)
    throw unprocessable('otp_disabled', 'Signups not allowed for otp')
  }
  await takePerNumber(service, phone)
  // Also for a known number, because the time that hashing takes would reveal it.
  const passwordHash = await hashPassword(randomPassword())
  const sender = senderOf(service, c)
  const applicant = { phone, passwordHash, data: body.data, sender }
  const messageId = await service.database.transaction((tx) =>
    signInByMessage(tx, service, applicant, channel),
  )
  return c.json({ message_id: messageId })
}

async function signInByMessage(
  tx: Queryable,
  service: Service,
  applicant: PhoneApplicant,
  channel: SmsChannel,
): Promise<string | undefined> {
  const found = await findByPhone(tx, applicant.phone)
  const known = found && (await lockAccount(tx, found.id))
  if (known) {
    const { phone } = applicant
    const request = { kind: 'confirmation_token', phone, channel } as const
    const messageId = await sendPhoneCode(tx, service, known, request)
    const actor = userActor(known)
    await audit(tx, service.now(), { actor, action: 'user_recovery_requested' })
    return messageId
  }
  if (service.config.isSignUpDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  const { messageId } = await registerPhone(tx, service, applicant, channel)
  return messageId
}
