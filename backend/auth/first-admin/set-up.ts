// POST /setup: with the printed set-up link, the operator chooses the first administrator's address
// and password, and is signed in.
import * as v from 'valibot'
import { readEmail } from '../accounts/contacts.ts'
import { clientInfoOf, type Endpoint } from '../context.ts'
import { rememberDevice } from '../password/known-device.ts'
import { hashPassword, requireGoodPassword } from '../password/passwords.ts'
import { forbidden, validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { makeAdmin, spendSetupToken } from './first-admin.ts'

const Body = v.object({ token: text, email: text, password: text })

export function setUp(service: Service): Endpoint {
  return async function setUpFirstAdmin(c) {
    const body = await readBody(c, Body)
    if (!body.token) throw validationFailed('Set-up requires the token of the set-up link')
    const email = readEmail(body.email)
    requireGoodPassword(body.password)
    const passwordHash = await hashPassword(body.password)
    const now = service.now()
    const issued = await service.database.transaction(async (tx) => {
      if (!(await spendSetupToken(tx, body.token, now))) {
        throw forbidden('otp_expired', 'Set-up link is invalid or has expired')
      }
      const account = await makeAdmin(tx, email, passwordHash, now)
      return openSession(tx, account, 'password', clientInfoOf(c), now)
    })
    const device = rememberDevice(service, c, { contact: email, passwordHash })
    return tokenResponse(service, issued, {}, device)
  }
}
