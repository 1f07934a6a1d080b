// POST /otp: emails a magic link, with a code, for signing in without a password. An unknown address is
// signed up.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { readEmail } from '../accounts/contacts.ts'
import { type Applicant, register } from '../accounts/registration.ts'
import { bindSignUp, senderOf } from '../accounts/sign-up-tokens.ts'
import { type Account, findByEmail, lockAccount } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { hashPassword, randomPassword } from '../password/passwords.ts'
import { otpByPhone } from '../phone/otp.ts'
import { unprocessable, validationFailed } from '../problems.ts'
import { takePerIp } from '../rate-limits.ts'
import { redirectTarget } from '../redirects.ts'
import { flag, metadata, pkceFields, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { readChallenge } from '../sessions/pkce.ts'
import { type LinkOptions, sendAuthMail } from './auth-mails.ts'

const Body = v.object({
  email: text,
  phone: text,
  create_user: flag,
  data: metadata,
  channel: text,
  ...pkceFields,
})
type Body = v.InferOutput<typeof Body>

export function otp(service: Service): Endpoint {
  return async function sendOneTimePassword(c) {
    const body = await readBody(c, Body)
    if (body.email && body.phone) {
      throw validationFailed('Only an email address or phone number should be provided')
    }
    if (body.email && body.channel) {
      throw validationFailed('Channel should only be specified with Phone OTP')
    }
    const challenge = readChallenge(body)
    await requireUserOrCreation(service, body, c.var.address)
    if (body.phone) {
      const mayCreate = body.create_user !== false
      return otpByPhone(service, c, { ...body, data: body.data ?? {}, mayCreate })
    }
    if (!body.email) throw validationFailed('One of email or phone must be set')
    const email = readEmail(body.email)
    const link = { redirectTo: redirectTarget(service, c), challenge }
    // Also for a known address, because the time that hashing takes would reveal it.
    const passwordHash = await hashPassword(randomPassword())
    const sender = senderOf(service, c)
    const applicant = { email, passwordHash, data: body.data ?? {}, sender }
    await service.database.transaction((tx) => signInByMail(tx, service, applicant, link))
    return c.json({})
  }
}

async function signInByMail(
  tx: Queryable,
  service: Service,
  applicant: Applicant,
  link: LinkOptions,
): Promise<void> {
  const found = await findByEmail(tx, applicant.email)
  const known = found && (await lockAccount(tx, found.id))
  if (known?.email_confirmed_at) return sendMagicLink(tx, service, known, link)
  if (known && service.config.autoconfirm) return sendMagicLink(tx, service, known, link)
  if (service.config.isSignUpDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  // With email confirmation, the confirmation email also signs in.
  const registration = await register(tx, service, applicant, link)
  if (registration.status === 'open') {
    await sendMagicLink(tx, service, registration.account, link)
    await bindSignUp(tx, registration.account.id, 'recovery_token', applicant.sender)
  }
}

async function sendMagicLink(
  tx: Queryable,
  service: Service,
  account: Account,
  link: LinkOptions,
): Promise<void> {
  await sendAuthMail(tx, service, account, 'magiclink', link)
  const actor = userActor(account)
  await audit(tx, service.now(), { actor, action: 'user_recovery_requested' })
}

/** With `create_user: false` the address must have an account. */
async function requireUserOrCreation(service: Service, body: Body, address: string): Promise<void> {
  if (body.create_user !== false || !body.email) return
  const known = await findByEmail(service.database, body.email.toLowerCase())
  if (known) return
  // The official error reveals whether the address has an account, so it is rate-limited.
  await takePerIp(service, 'unknown', address)
  throw unprocessable('otp_disabled', 'Signups not allowed for otp')
}
