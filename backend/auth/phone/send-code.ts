// Codes by SMS: the code is generated, its hash stored and the message enqueued in one transaction.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { channels, type SmsChannel } from '../../sms/sms.ts'
import {
  hashCode,
  makeCode,
  putToken,
  sentAt,
  type TokenKind,
} from '../accounts/one-time-tokens.ts'
import { mayBeSent } from '../accounts/strangers.ts'
import type { Account } from '../accounts/users.ts'
import { smsTooSoon, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'

/** As in the official service: a user who waits for an SMS has the phone at hand. */
export const smsLifeMs = 60_000

export function readChannel(given: string): SmsChannel {
  const channel = channels.find((known) => known === (given || 'sms'))
  if (channel) return channel
  throw validationFailed("Invalid channel, supported values are 'sms' or 'whatsapp'")
}

type PhoneToken = Extract<
  TokenKind,
  'confirmation_token' | 'phone_change_token' | 'reauthentication_token'
>

/** Stores a code of this kind, sends it to the number and returns the message's id. */
export async function sendPhoneCode(
  tx: Queryable,
  service: Service,
  account: Account,
  { kind, phone, channel }: { kind: PhoneToken; phone: string; channel: SmsChannel },
): Promise<string> {
  const now = service.now()
  requireInterval(service, sentAt(account, kind), now)
  const isSent =
    isTestNumber(service, phone) ||
    (await mayBeSent(tx, service, 'sms', { account, contact: phone }))
  const { messageId, hash } = await sendCode(tx, service, {
    ...{ phone, channel, isSent },
    lifeMs: smsLifeMs,
  })
  await putToken(tx, account.id, kind, { hash, contact: phone, now })
  return messageId
}

interface CodeToSend {
  phone: string
  channel: SmsChannel
  lifeMs: number
  /** Otherwise everything but the message is as if it were. */
  isSent?: boolean
}

/** Its code is in the configuration, and nothing is sent. */
export const isTestNumber = ({ config }: Service, phone: string) =>
  config.testOtp[phone] !== undefined

/** Returns the hash to compare the entered code with. */
export async function sendCode(
  tx: Queryable,
  service: Service,
  { phone, channel, lifeMs, isSent = true }: CodeToSend,
): Promise<{ messageId: string; hash: string }> {
  const fixed = service.config.testOtp[phone]
  if (fixed !== undefined)
    return { messageId: 'test-otp', hash: hashCode(service.keys, phone, fixed) }
  const { code, hash } = makeCode(service.keys, phone, false)
  const id = randomUUID()
  if (isSent)
    await service.enqueueSms(tx, {
      id,
      to: `+${phone}`,
      text: `${service.siteName}: your code is ${code}. Do not share it with anyone.`,
      channel,
      expiresAt: new Date(service.now().getTime() + lifeMs).toISOString(),
    })
  return { messageId: id, hash }
}

export function requireInterval({ config }: Service, before: Date | null, now: Date): void {
  if (!before) return
  const waitMs = before.getTime() + config.mailIntervalSeconds * 1000 - now.getTime()
  if (waitMs > 0) throw smsTooSoon(Math.ceil(waitMs / 1000))
}
