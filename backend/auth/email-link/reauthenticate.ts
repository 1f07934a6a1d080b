// GET /reauthenticate: sends the code that a password change in an old session requires.
import type { Endpoint } from '../context.ts'
import { reauthenticateByPhone } from '../phone/reauthenticate.ts'
import { unprocessable, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { sendReauthentication } from './auth-mails.ts'

export function reauthenticate(service: Service): Endpoint {
  return async function sendCode(c) {
    const { account } = c.var.signedIn
    if (!account.email && !account.phone) {
      throw validationFailed(
        'Reauthentication requires the user to have an email or a phone number',
      )
    }
    if (!account.email) return reauthenticateByPhone(service, c, account)
    if (!account.email_confirmed_at) {
      throw unprocessable('email_not_confirmed', 'Please verify your email first.')
    }
    await service.database.transaction(async (tx) => {
      const locked = await lockSignedIn(tx, c.var.signedIn, service.now())
      await sendReauthentication(tx, service, locked.account)
    })
    return c.json({})
  }
}
