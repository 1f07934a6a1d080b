// POST /recover: emails a link for choosing a new password. The response and the work are the same
// whether or not there is an account.
import * as v from 'valibot'
import { audit, userActor } from '../accounts/audit.ts'
import { readEmail } from '../accounts/contacts.ts'
import { findByEmail, lockAccount } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { sendAuthMail } from '../email-link/auth-mails.ts'
import { simulateMail } from '../email-link/unknown-address.ts'
import { validationFailed } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import { pkceFields, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { readChallenge } from '../sessions/pkce.ts'

const Body = v.object({ email: text, ...pkceFields })

export function recover(service: Service): Endpoint {
  return async function recoverAccount(c) {
    const body = await readBody(c, Body)
    if (!body.email) throw validationFailed('Password recovery requires an email')
    const email = readEmail(body.email)
    const challenge = readChallenge(body)
    const redirectTo = redirectTarget(service, c)
    const found = await findByEmail(service.database, email)
    if (!found) {
      await simulateMail(service, 'recovery', email)
      return c.json({})
    }
    await service.database.transaction(async (tx) => {
      const account = await lockAccount(tx, found.id)
      if (!account) return
      await sendAuthMail(tx, service, account, 'recovery', { redirectTo, challenge })
      const actor = userActor(account)
      await audit(tx, service.now(), { actor, action: 'user_recovery_requested' })
    })
    return c.json({})
  }
}
