// POST /resend with a number: sends a new code. The response is the same when nothing is pending.
import { randomUUID } from 'node:crypto'
import { readPhone } from '../accounts/contacts.ts'
import { rebindSignUp } from '../accounts/sign-up-tokens.ts'
import { type Account, lockAccount } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { badRequest, smsTooSoon } from '../problems.ts'
import { takePerNumber, throttleUnknown } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { findByPhone } from './accounts.ts'
import { sendPhoneCode } from './send-code.ts'

export async function resendByPhone(
  service: Service,
  c: AuthContext,
  body: { type: string; phone: string },
): Promise<Response> {
  if (!service.config.allowsPhone) {
    throw badRequest('phone_provider_disabled', 'Phone logins are disabled')
  }
  const phone = readPhone(body.phone)
  await takePerNumber(service, phone)
  const isChange = body.type === 'phone_change'
  const found = await findByPhone(service.database, phone)
  const messageId = await service.database.transaction(async (tx) => {
    const account = found && (await lockAccount(tx, found.id))
    if (!account || !isPending(account, isChange)) return undefined
    const kind = isChange ? 'phone_change_token' : 'confirmation_token'
    const sent = await sendPhoneCode(tx, service, account, {
      kind,
      phone: (isChange ? account.phone_change : account.phone) ?? '',
      channel: 'sms',
    })
    await rebindSignUp(tx, account.id, account[kind], kind)
    return sent
  })
  if (messageId === undefined)
    await throttleUnknown(service, `resend.${body.type}`, phone, smsTooSoon)
  // A random id, so that both responses look the same.
  return c.json({ message_id: messageId ?? randomUUID() })
}

function isPending(account: Account, isChange: boolean): boolean {
  return isChange ? Boolean(account.phone_change) : account.phone_confirmed_at === null
}
