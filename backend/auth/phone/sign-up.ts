// POST /signup with a number and a password. A number is confirmed by a code even when email
// addresses are confirmed automatically: SMS cost money and disturb the number's owner.
import type { Queryable } from '../../database/database.ts'
import type { SmsChannel } from '../../sms/sms.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { readPhone } from '../accounts/contacts.ts'
import { contactIdentity } from '../accounts/identities.ts'
import { dropUnproven, isProven } from '../accounts/proof.ts'
import { bindSignUp, senderOf } from '../accounts/sign-up-tokens.ts'
import { userJson } from '../accounts/user-json.ts'
import type { Metadata } from '../accounts/users.ts'
import { type Account, findById, lockAccount, updateUser } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { hashPassword } from '../password/passwords.ts'
import { badRequest, smsTooSoon, unprocessable } from '../problems.ts'
import { takePerNumber, throttleUnknown } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { findByPhone, openByPhone, type PhoneApplicant, simulatePhoneSignUp } from './accounts.ts'
import { readChannel, sendPhoneCode } from './send-code.ts'

export async function signUpByPhone(
  service: Service,
  c: AuthContext,
  body: { phone: string; password: string; data: Metadata; channel: string },
): Promise<Response> {
  if (!service.config.allowsPhone) {
    throw badRequest('phone_provider_disabled', 'Phone signups are disabled')
  }
  const channel = readChannel(body.channel)
  const phone = readPhone(body.phone)
  await takePerNumber(service, phone)
  const passwordHash = await hashPassword(body.password)
  const sender = senderOf(service, c)
  const applicant = { phone, passwordHash, data: body.data, sender }
  const registered = await service.database.transaction((tx) =>
    registerPhone(tx, service, applicant, channel),
  )
  if (registered.wasConfirmed) {
    if (service.config.autoconfirm) {
      throw unprocessable('user_already_exists', 'User already registered')
    }
    await throttleUnknown(service, 'sms', phone, smsTooSoon)
  }
  return c.json(userJson(registered.account))
}

interface RegisteredPhone {
  account: Account
  wasConfirmed: boolean
  /** The message's id, if one was sent. */
  messageId: string | undefined
}

/** Opens an account and sends its first code, or does about the same work for an existing one. */
export async function registerPhone(
  tx: Queryable,
  service: Service,
  applicant: PhoneApplicant,
  channel: SmsChannel,
): Promise<RegisteredPhone> {
  const now = service.now()
  const { phone } = applicant
  const opened = (await findByPhone(tx, phone)) ? undefined : await openByPhone(tx, applicant, now)
  if (opened) {
    const messageId = await sendConfirmation(tx, service, opened, channel)
    await bindSignUp(tx, opened.id, 'confirmation_token', applicant.sender)
    return { account: await existing(tx, opened.id), wasConfirmed: false, messageId }
  }
  const found = await findByPhone(tx, phone)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) throw new Error('The account was deleted during a sign-up')
  const wasConfirmed = account.phone_confirmed_at !== null
  const pretended = await simulatePhoneSignUp(tx, service, applicant)
  if (wasConfirmed) {
    await audit(tx, now, { actor: userActor(account), action: 'user_repeated_signup' })
    return { account: pretended, wasConfirmed, messageId: undefined }
  }
  const isGiven = await isProven(tx, account.id, phone)
  if (!isGiven) await takeOver(tx, account, applicant, now)
  const messageId = await sendConfirmation(tx, service, account, channel)
  if (!isGiven) await bindSignUp(tx, account.id, 'confirmation_token', applicant.sender)
  return { account: pretended, wasConfirmed, messageId }
}

/** As with an address: until the number is proved, the newest sign-up is as good as the first. */
async function takeOver(
  tx: Queryable,
  account: Account,
  { phone, passwordHash, data }: PhoneApplicant,
  now: Date,
): Promise<void> {
  await dropUnproven(tx, account, { contact: 'phone' }, now)
  const metadata = { ...data, ...contactIdentity(account.id, { phone }) }
  const change = { encrypted_password: passwordHash, raw_user_meta_data: metadata }
  await updateUser(tx, account.id, change, now)
}

async function sendConfirmation(
  tx: Queryable,
  service: Service,
  account: Account,
  channel: SmsChannel,
): Promise<string> {
  const phone = account.phone ?? ''
  const request = { kind: 'confirmation_token', phone, channel } as const
  const messageId = await sendPhoneCode(tx, service, account, request)
  const actor = userActor(account)
  await audit(tx, service.now(), { actor, action: 'user_confirmation_requested' })
  return messageId
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('An account that was just opened is not there')
  return account
}
