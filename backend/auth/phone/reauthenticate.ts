// GET /reauthenticate for an account without an email address.
import { audit, userActor } from '../accounts/audit.ts'
import type { Account } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { unprocessable } from '../problems.ts'
import { takePerNumber } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { sendPhoneCode } from './send-code.ts'

export async function reauthenticateByPhone(
  service: Service,
  c: AuthContext,
  { phone, phone_confirmed_at: confirmedAt }: Account,
): Promise<Response> {
  // Without an SMS provider no number can be verified.
  if (!phone || !confirmedAt || !service.config.allowsPhone) {
    throw unprocessable('phone_not_confirmed', 'Please verify your phone first.')
  }
  await takePerNumber(service, phone)
  const messageId = await service.database.transaction(async (tx) => {
    const { account } = await lockSignedIn(tx, c.var.signedIn, service.now())
    const request = { kind: 'reauthentication_token', phone, channel: 'sms' } as const
    const sent = await sendPhoneCode(tx, service, account, request)
    const actor = userActor(account)
    await audit(tx, service.now(), { actor, action: 'user_reauthenticate_requested' })
    return sent
  })
  return c.json({ message_id: messageId })
}
