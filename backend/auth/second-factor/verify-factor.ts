// POST /factors/{factor_id}/verify: a code from an authenticator app or an SMS, or the response of a
// security key, raises the session to AAL2.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import type { Account, FactorRow } from '../accounts/users.ts'
import { clientInfoOf, type Endpoint } from '../context.ts'
import { forbidden, unprocessable, validationFailed } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { needsSecondFactor } from '../sessions/assurance-level.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import type { Session } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { spendProof } from '../spent-proofs.ts'
import { closeChallenge, findOpenChallenge, type OpenChallenge } from './factor-challenges.ts'
import { factorOf, requireVerifiable } from './factors.ts'
import { provePhoneCode } from './phone/phone-factor.ts'
import { stepUpSession } from './step-up-session.ts'
import { loadWebauthn } from './webauthn/webauthn.ts'
import { type KeyResponse, proveKey } from './webauthn/webauthn-factor.ts'

const Body = v.object({
  challenge_id: text,
  code: text,
  webauthn: v.nullish(v.object({ type: text, credential_response: v.optional(v.unknown()) })),
})
type Body = v.InferOutput<typeof Body>

export function verifyFactor(service: Service): Endpoint {
  return async function proveFactor(c) {
    const body = await readBody(c, Body)
    const { account } = c.var.signedIn
    const factor = factorOf(c, account)
    requireVerifiable(service, factor)
    const prove = readProof(service, factor, body)
    await takePerAccount(service, 'factor', account.id)
    // Load the libraries before the account is locked.
    if (factor.factor_type === 'webauthn') await loadWebauthn()
    if (factor.factor_type === 'totp') await loadTotp()
    const clientInfo = clientInfoOf(c)
    const now = service.now()
    const issued = await service.database.transaction(async (tx) => {
      const { account: locked, session } = await lockSignedIn(tx, c.var.signedIn, now)
      const current = factorOf(c, locked)
      requireOwner(locked, current, session)
      const requested = { id: body.challenge_id, factor: current, address: clientInfo.address }
      const challenge = await findOpenChallenge(tx, requested, now)
      // A wrong response leaves the challenge open; a right one closes it in the same transaction.
      await prove(tx, current, challenge)
      await closeChallenge(tx, challenge, now)
      return stepUpSession(tx, { account: locked, factor: current, session }, clientInfo, now)
    })
    return tokenResponse(service, issued)
  }
}

/**
 * An unverified factor may have been added by anyone with the password, before the account had a
 * second factor. If the account has a verified one by now, the session must have passed it.
 */
function requireOwner(account: Account, factor: FactorRow, session: Session): void {
  if (factor.status === 'unverified' && needsSecondFactor(account, session)) {
    throw forbidden('insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

/** Loaded at first use, to keep the start fast. */
const loadTotp = () => import('./totp/totp.ts')

type Proof = (tx: Queryable, factor: FactorRow, challenge: OpenChallenge) => Promise<void>

/** Refuses a malformed response before anything is looked up. */
function readProof(service: Service, { factor_type: type }: FactorRow, body: Body): Proof {
  if (type === 'webauthn') {
    const response = readKeyResponse(body)
    return async (tx, factor, { sessionData }) => {
      if (!sessionData) throw new Error('The challenge has no WebAuthn session data')
      await proveKey(tx, service, factor, response, sessionData)
    }
  }
  const { code } = body
  if (!code) throw validationFailed('Code needs to be non-empty')
  if (type === 'phone') {
    return (tx, factor, challenge) => provePhoneCode(tx, service, factor, challenge, code)
  }
  return async (tx, { id, secret }) => {
    const { findTotpStep, totpStepEnds } = await loadTotp()
    const step = findTotpStep(secret ?? '', code, service.now())
    // RFC 6238, section 5.2: a code that was accepted is not accepted again.
    const isNew =
      step !== undefined &&
      (await spendProof(tx, {
        kind: 'totp',
        id: `${id}:${step}`,
        expiresAt: totpStepEnds(step),
      }))
    if (!isNew) throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered')
  }
}

function readKeyResponse({ webauthn }: Body): KeyResponse {
  if (!webauthn) throw validationFailed('WebAuthn config required')
  const { type, credential_response: response } = webauthn
  if (type !== 'create' && type !== 'request') {
    throw validationFailed('WebAuthn type must be create or request')
  }
  if (response === undefined || response === null) {
    throw validationFailed('credential_response required')
  }
  return { type, response }
}
