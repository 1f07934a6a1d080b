// POST /passkeys/registration/options and /verify: a signed-in user adds a passkey.
import * as v from 'valibot'
import { audit, userActor } from '../accounts/audit.ts'
import type { Endpoint, SignedIn } from '../context.ts'
import { unprocessable } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import { creationOptions, proveCreation, readCreation } from '../second-factor/webauthn/webauthn.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { requireCredential, storeChallenge, takeChallenge } from './challenges.ts'
import {
  addPasskey,
  invalidCredential,
  maxPasskeys,
  passkeyJson,
  passkeysOf,
  requireSecondFactor,
  verificationFailed,
} from './passkeys.ts'

/** A passkey alone signs in, so user verification (fingerprint, face or PIN) is required. */
export const userVerification = 'required'

export function passkeyRegistrationOptions(service: Service): Endpoint {
  return async function startRegistration(c) {
    const { account, session } = c.var.signedIn
    requireOwnPasskeys({ account, session })
    const passkeys = await passkeysOf(service.database, account.id)
    requireRoom(passkeys.length)
    const options = await creationOptions(service, account, {
      exclude: passkeys,
      residentKey: 'required',
      userVerification,
    })
    const stored = await storeChallenge(
      service,
      { type: 'registration', userId: account.id },
      {
        challenge: options.challenge,
        rpId: options.rp.id ?? '',
        user_id: Buffer.from(account.id).toString('base64'),
        userVerification,
      },
    )
    return c.json({ ...stored, options })
  }
}

const Body = v.object({ challenge_id: text, credential: v.optional(v.unknown()) })

export function passkeyRegistrationVerify(service: Service): Endpoint {
  return async function addOwnPasskey(c) {
    const { account, session } = c.var.signedIn
    requireOwnPasskeys({ account, session })
    const { challenge_id: challengeId, credential } = await readBody(c, Body)
    requireCredential(challengeId, credential)
    const now = service.now()
    const challenge = await takeChallenge(
      service.database,
      challengeId,
      { type: 'registration', userId: account.id },
      now,
    )
    const response = readCreation(credential)
    if (!response) throw invalidCredential()
    const verified = await proveCreation(service, response, {
      challenge,
      requiresUserVerification: true,
    }).catch((cause: unknown) => {
      throw verificationFailed(cause)
    })
    const passkey = await service.database.transaction(async (tx) => {
      // Another request may have added a second factor or a passkey.
      const caller = await lockSignedIn(tx, { account, session }, now)
      const { account: locked } = caller
      requireOwnPasskeys(caller)
      requireRoom((await passkeysOf(tx, account.id)).length)
      const added = await addPasskey(tx, account.id, verified, now)
      if (!added) {
        throw unprocessable('webauthn_credential_exists', 'This credential is already registered')
      }
      await audit(tx, now, {
        actor: userActor(locked),
        action: 'passkey_created',
        traits: { passkey_id: added.passkeyId },
        address: c.var.address,
      })
      return added
    })
    return c.json(passkeyJson(passkey))
  }
}

function requireOwnPasskeys({ account, session }: SignedIn): void {
  if (account.is_sso_user) {
    throw unprocessable('validation_failed', 'SSO users cannot register passkeys')
  }
  requireSecondFactor(account, session)
}

function requireRoom(count: number): void {
  if (count >= maxPasskeys) {
    throw unprocessable('too_many_passkeys', 'Maximum number of passkeys reached')
  }
}
