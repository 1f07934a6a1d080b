// The password grant. An unknown address or number takes as long as a wrong password.
import * as v from 'valibot'
import { readPhone } from '../accounts/contacts.ts'
import { type Account, findByEmail, isBanned, lockAccount } from '../accounts/users.ts'
import { type AuthContext, clientInfoOf } from '../context.ts'
import { findByPhone } from '../phone/accounts.ts'
import {
  badRequest,
  invalidCredentials,
  unprocessable,
  userBanned,
  validationFailed,
} from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { guessLimitKey, rememberDevice } from './known-device.ts'
import { findWeakness, isPasswordOf } from './passwords.ts'

const Body = v.object({ email: text, phone: text, password: text })

export async function passwordGrant(service: Service, c: AuthContext): Promise<Response> {
  const { email, phone, password } = await readBody(c, Body)
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (phone && !service.config.allowsPhone) {
    throw unprocessable('phone_provider_disabled', 'Phone logins are disabled')
  }
  if (!email && !phone) throw validationFailed('missing email or phone')

  const contact = email ? email.toLowerCase() : readPhone(phone)
  const find = email ? findByEmail : findByPhone
  const found = await find(service.database, contact)
  const marked = { contact, passwordHash: found?.encrypted_password }
  // An account with an address and a number has one common limit.
  const guessedAt = found?.id ?? contact
  await takePerAccount(service, 'password', guessLimitKey(service, c, { ...marked, guessedAt }))
  const isRight = await isPasswordOf(found?.encrypted_password, password)
  if (!found) throw invalidCredentials()
  if (!isRight) throw invalidCredentials()
  // Only after the password was checked: a stranger must not learn that the account exists. The
  // official service reports a ban before.
  if (isBanned(found, service.now())) throw userBanned(400)
  requireConfirmed(found, email ? 'email' : 'phone')

  const now = service.now()
  const issued = await service.database.transaction(async (tx) => {
    const account = await lockAccount(tx, found.id)
    // The password was changed, or the account deleted, during the comparison.
    if (account?.encrypted_password !== found.encrypted_password) throw invalidCredentials()
    if (isBanned(account, now)) throw userBanned(400)
    return openSession(tx, account, 'password', clientInfoOf(c), now)
  })
  const weakness = findWeakness(password)
  return tokenResponse(
    service,
    issued,
    weakness ? { weak_password: weakness } : {},
    rememberDevice(service, c, marked),
  )
}

function requireConfirmed(account: Account, contact: 'email' | 'phone'): void {
  if (account[`${contact}_confirmed_at`]) return
  throw contact === 'email'
    ? badRequest('email_not_confirmed', 'Email not confirmed')
    : badRequest('phone_not_confirmed', 'Phone not confirmed')
}
