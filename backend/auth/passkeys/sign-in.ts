// POST /passkeys/authentication/options and /verify: a session for a passkey. No user name is needed:
// the authenticator sends the user's id with its response.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import { isUuid } from '../../http/uuid.ts'
import { type Account, isBanned, lockAccount } from '../accounts/users.ts'
import { clientInfoOf, type Endpoint } from '../context.ts'
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
import { requireCredential, storeChallenge, takeChallenge } from './challenges.ts'
import {
  invalidCredential,
  type Passkey,
  passkeysOf,
  recordUse,
  verificationFailed,
} from './passkeys.ts'
import { userVerification } from './registration.ts'

const discoverable = { type: 'authentication', userId: null } as const

export function passkeySignInOptions(service: Service): Endpoint {
  return async function startAuthentication(c) {
    await readOptionalBody(c, v.object({}))
    const options = await requestOptions(service, { userVerification })
    const stored = await storeChallenge(service, discoverable, {
      challenge: options.challenge,
      rpId: relyingPartyId(service),
      userVerification,
    })
    return c.json({ ...stored, options })
  }
}

const Body = v.object({ challenge_id: text, credential: v.optional(v.unknown()) })

export function passkeySignIn(service: Service): Endpoint {
  return async function signInByPasskey(c) {
    const { challenge_id: challengeId, credential } = await readBody(c, Body)
    requireCredential(challengeId, credential)
    const now = service.now()
    const challenge = await takeChallenge(service.database, challengeId, discoverable, now)
    const response = readAssertion(credential)
    if (!response) throw invalidCredential()
    const userId = userOf(response)
    const passkey = await findPasskey(service, userId, response.id)
    const verified = await proveAssertion(service, response, passkey, {
      challenge,
      requiresUserVerification: true,
    }).catch((cause: unknown) => {
      throw verificationFailed(cause)
    })
    const issued = await service.database.transaction(async (tx) => {
      const account = await lockAccount(tx, userId)
      if (!account || !(await recordUse(tx, passkey, verified, now))) throw verificationFailed()
      requireOpen(account, now)
      return openSession(tx, account, 'passkey', clientInfoOf(c), now)
    })
    return tokenResponse(service, issued)
  }
}

/** The user handle set at registration: the account's id. */
function userOf({ response }: AuthenticationResponseJSON): string {
  const userId = Buffer.from(response.userHandle ?? '', 'base64url').toString()
  if (!isUuid(userId)) throw verificationFailed()
  return userId
}

async function findPasskey(
  { database }: Service,
  userId: string,
  credentialId: string,
): Promise<Passkey> {
  const passkeys = await passkeysOf(database, userId)
  const passkey = passkeys.find(({ id }) => id === credentialId)
  if (!passkey) throw verificationFailed()
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
