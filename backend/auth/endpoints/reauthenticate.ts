// GET /reauthenticate: sends the code that a password change in an old session asks for.
import { sendReauthentication } from '../auth-mails.ts'
import type { Endpoint, Service } from '../deps.ts'
import { reauthenticateByPhone } from '../phone/reauthenticate.ts'
import { unprocessable, userNotFound, validationFailed } from '../problems.ts'
import { lockAccount } from '../users.ts'

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
      const locked = await lockAccount(tx, account.id)
      if (!locked) throw userNotFound()
      await sendReauthentication(tx, service, locked)
    })
    return c.json({})
  }
}
