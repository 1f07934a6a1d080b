// POST /resend: sends the last confirmation again. The response is the same when nothing is pending.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { readEmail } from '../accounts/contacts.ts'
import { rebindSignUp } from '../accounts/sign-up-tokens.ts'
import { type Account, findByEmail, lockAccount } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { resendByPhone } from '../phone/resend.ts'
import { validationFailed } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import { pkceFields, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { readChallenge } from '../sessions/pkce.ts'
import { type LinkOptions, sendAuthMail, sendEmailChange } from './auth-mails.ts'
import { simulateMail } from './unknown-address.ts'

const Body = v.object({ type: text, email: text, phone: text, ...pkceFields })
type Body = v.InferOutput<typeof Body>

export function resend(service: Service): Endpoint {
  return async function resendMail(c) {
    const body = await readBody(c, Body)
    requireContact(body)
    if (body.phone) return resendByPhone(service, c, body)
    const email = readEmail(body.email)
    const link = { redirectTo: redirectTarget(service, c), challenge: readChallenge(body) }
    const found = await findByEmail(service.database, email)
    // Checked before a transaction is open: an account with nothing pending must not take longer than
    // an unknown address.
    const isSent =
      found !== undefined &&
      isPending(found, body.type) &&
      (await service.database.transaction((tx) =>
        sendAgain(tx, service, found.id, body.type, link),
      ))
    if (!isSent) await simulateMail(service, `resend.${body.type}`, email)
    return c.json({})
  }
}

async function sendAgain(
  tx: Queryable,
  service: Service,
  userId: string,
  type: string,
  link: LinkOptions,
): Promise<boolean> {
  const account = await lockAccount(tx, userId)
  if (!account || !isPending(account, type)) return false
  if (type === 'signup') {
    await sendAuthMail(tx, service, account, 'signup', link)
    await rebindSignUp(tx, account.id, account.confirmation_token, 'confirmation_token')
    const actor = userActor(account)
    await audit(tx, service.now(), { actor, action: 'user_confirmation_requested' })
  } else {
    const before = account.email_change_token_new
    await sendEmailChange(tx, service, account, account.email_change ?? '', link, 'again')
    await rebindSignUp(tx, account.id, before, 'email_change_token_new')
  }
  return true
}

function isPending(account: Account, type: string): boolean {
  if (type !== 'signup') return Boolean(account.email_change)
  // A new email would invalidate the link of the invitation.
  return account.email_confirmed_at === null && account.invited_at === null
}

function requireContact({ type, email, phone }: Body): void {
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (!email && !phone) throw validationFailed('Missing email address or phone number')
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided.')
  }
  const wantsPhone = type === 'sms' || type === 'phone_change'
  if (wantsPhone && !phone) throw validationFailed('Type provided requires a phone number')
  if (!wantsPhone && !email) throw validationFailed('Type provided requires an email address')
}
