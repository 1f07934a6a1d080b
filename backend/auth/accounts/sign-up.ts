// POST /signup: opens an account for a contact and a password, or an anonymous one without either.
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type AuthContext, clientInfoOf, type Endpoint } from '../context.ts'
import { rememberDevice } from '../password/known-device.ts'
import { hashPassword, requireGoodPassword } from '../password/passwords.ts'
import { signUpByPhone } from '../phone/sign-up.ts'
import { unprocessable, validationFailed } from '../problems.ts'
import { takePerIp, throttleUnknown } from '../rate-limits.ts'
import { redirectTarget } from '../redirects.ts'
import { metadata, pkceFields, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { readChallenge } from '../sessions/pkce.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { audit, userActor } from './audit.ts'
import { readEmail } from './contacts.ts'
import { openAccount } from './open-account.ts'
import { register } from './registration.ts'
import { senderOf } from './sign-up-tokens.ts'
import { userJson } from './user-json.ts'
import type { Metadata } from './users.ts'

const Body = v.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  ...pkceFields,
})

export function signUp(service: Service): Endpoint {
  return async function signUpForAccount(c) {
    const body = await readBody(c, Body)
    if (!body.email && !body.phone) return signUpAnonymously(service, c, body.data ?? {})
    requireSignUps(service)
    if (!body.password) throw validationFailed('Signup requires a valid password')
    requireGoodPassword(body.password)
    if (body.email && body.phone) {
      throw validationFailed('Only an email address or phone number should be provided on signup.')
    }
    if (body.phone && body.channel && !['sms', 'whatsapp'].includes(body.channel)) {
      throw validationFailed("Invalid channel, supported values are 'sms' or 'whatsapp'")
    }
    const challenge = readChallenge(body)
    if (body.phone) {
      if (challenge) throw validationFailed('PKCE not supported for phone signups')
      return signUpByPhone(service, c, { ...body, data: body.data ?? {} })
    }
    const email = readEmail(body.email)
    const passwordHash = await hashPassword(body.password)

    const sender = senderOf(service, c)
    const applicant = { email, passwordHash, data: body.data ?? {}, sender }
    const link = { redirectTo: redirectTarget(service, c), challenge }
    const outcome = await service.database.transaction(async (tx) => {
      const registration = await register(tx, service, applicant, link)
      if (registration.status !== 'open') return registration
      const clientInfo = clientInfoOf(c)
      return openSession(tx, registration.account, 'password', clientInfo, service.now())
    })
    if (!('status' in outcome)) {
      const device = rememberDevice(service, c, { contact: email, passwordHash })
      return tokenResponse(service, outcome, {}, device)
    }
    if (outcome.status === 'exists') {
      if (service.config.autoconfirm) {
        throw unprocessable('user_already_exists', 'User already registered')
      }
      if (outcome.wasConfirmed) await throttleUnknown(service, 'signup', email)
    }
    return c.json(userJson(outcome.account))
  }
}

async function signUpAnonymously(
  service: Service,
  c: AuthContext,
  data: Metadata,
): Promise<Response> {
  if (!service.config.allowsAnonymous) {
    throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  requireSignUps(service)
  const clientInfo = clientInfoOf(c)
  await takePerIp(service, 'anonymous', clientInfo.address)
  const now = service.now()
  const issued = await service.database.transaction(async (tx) => {
    const user = { id: randomUUID(), raw_user_meta_data: data, is_anonymous: true }
    const account = await openAccount(tx, { user, identities: [] }, now)
    if (!account) throw new Error('An anonymous account could not be opened')
    await audit(tx, now, { actor: userActor(account), action: 'user_signedup' })
    return openSession(tx, account, 'anonymous', clientInfo, now)
  })
  return tokenResponse(service, issued)
}

function requireSignUps({ config }: Service): void {
  if (config.isSignUpDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
}
