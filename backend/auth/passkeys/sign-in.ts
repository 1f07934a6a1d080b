// POST /passkeys/authentication/options and /verify: a session for a passkey. Nobody is asked who
// they are; the authenticator says it together with the proof.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import { isUuid } from '../../http/uuid.ts'
import { type Account, isBanned, lockAccount } from '../accounts/users.ts'
import { type Endpoint, originOf } from '../context.ts'
import { forbidden, userBanned } from '../problems.ts'
import { readBody, readOptionalBody, text } from '../request-body.ts'
import {
  proveAssertion,
  readAssertion,
  relyingPartyId,
  requestOptions,
} from '../second-factor/webauthn/webauthn.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { keepChallenge, requireAnswer, takeChallenge } from './challenges.ts'
import { notProved, type Passkey, passkeysOf, recordUse, unreadable } from './passkeys.ts'
import { userVerification } from './registration.ts'

const anybody = { type: 'authentication', userId: null } as const

export function passkeySignInOptions(service: Service): Endpoint {
  return async function askForPasskey(c) {
    await readOptionalBody(c, v.object({}))
    const options = await requestOptions(service, { userVerification })
    const kept = await keepChallenge(service, anybody, {
      challenge: options.challenge,
      rpId: relyingPartyId(service),
      userVerification,
    })
    return c.json({ ...kept, options })
  }
}

const Body = v.object({ challenge_id: text, credential: v.optional(v.unknown()) })

export function passkeySignIn(service: Service): Endpoint {
  return async function signInByPasskey(c) {
    const { challenge_id: challengeId, credential } = await readBody(c, Body)
    requireAnswer(challengeId, credential)
    const now = service.now()
    const challenge = await takeChallenge(service.database, challengeId, anybody, now)
    const response = readAssertion(credential)
    if (!response) throw unreadable()
    const userId = userOf(response)
    const passkey = await findPasskey(service, userId, response.id)
    const proved = await proveAssertion(service, response, passkey, {
      challenge,
      requiresUserVerification: true,
    }).catch((cause: unknown) => {
      throw notProved(cause)
    })
    const issued = await service.database.transaction(async (tx) => {
      const account = await lockAccount(tx, userId)
      if (!account || !(await recordUse(tx, passkey, proved, now))) throw notProved()
      requireOpen(account, now)
      return openSession(tx, account, 'passkey', originOf(c), now)
    })
    return tokenResponse(service, issued)
  }
}

/** The authenticator keeps what it was given when the passkey was made: the account's id. */
function userOf({ response }: AuthenticationResponseJSON): string {
  const userId = Buffer.from(response.userHandle ?? '', 'base64url').toString()
  if (!isUuid(userId)) throw notProved()
  return userId
}

async function findPasskey(
  { database }: Service,
  userId: string,
  credentialId: string,
): Promise<Passkey> {
  const passkeys = await passkeysOf(database, userId)
  const passkey = passkeys.find(({ id }) => id === credentialId)
  if (!passkey) throw notProved()
  return passkey
}

function requireOpen(account: Account, now: Date): void {
  if (account.deleted_at) throw forbidden('user_not_found', 'User not found')
  if (account.email && !account.email_confirmed_at) {
    throw forbidden('email_not_confirmed', 'Email not confirmed')
  }
  if (account.phone && !account.phone_confirmed_at) {
    throw forbidden('phone_not_confirmed', 'Phone not confirmed')
  }
  if (isBanned(account, now)) throw userBanned()
}
