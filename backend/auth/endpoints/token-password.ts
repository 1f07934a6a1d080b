// A session for an address and a password. An unknown address takes as long as a wrong password.
import * as v from 'valibot'
import { Problem } from '../../problem.ts'
import { type AuthContext, originOf, type Service } from '../deps.ts'
import { findWeakness, isPasswordOf } from '../passwords.ts'
import { badRequest, invalidCredentials, userBanned, validationFailed } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { readBody, text } from '../request-body.ts'
import { openSession } from '../sessions.ts'
import { tokenResponse } from '../token-response.ts'
import { findByEmail, isBanned, lockAccount } from '../users.ts'

const Body = v.object({ email: text, phone: text, password: text })

export async function passwordGrant(service: Service, c: AuthContext): Promise<Response> {
  const { email, phone, password } = await readBody(c, Body)
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (phone) {
    throw new Problem('phone_provider_disabled', {
      status: 422,
      message: 'Phone logins are disabled',
    })
  }
  if (!email) throw validationFailed('missing email or phone')

  const address = email.toLowerCase()
  await takePerAccount(service, 'password', address)
  const found = await findByEmail(service.database, address)
  const isRight = await isPasswordOf(found?.encrypted_password, password)
  if (!found) throw invalidCredentials()
  if (isBanned(found, service.now())) throw userBanned(400)
  if (!isRight) throw invalidCredentials()
  if (!found.email_confirmed_at) throw badRequest('email_not_confirmed', 'Email not confirmed')

  const now = service.now()
  const issued = await service.database.transaction(async (tx) => {
    const account = await lockAccount(tx, found.id)
    // The password was changed, or the account went, while it was being compared.
    if (account?.encrypted_password !== found.encrypted_password) throw invalidCredentials()
    return openSession(tx, account, 'password', originOf(c), now)
  })
  const weakness = findWeakness(password, service.config.passwordCharacters)
  return tokenResponse(service, issued, weakness ? { weak_password: weakness } : {})
}
