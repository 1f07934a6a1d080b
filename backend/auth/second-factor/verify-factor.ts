// POST /factors/{factor_id}/verify: the code of an authenticator app or from a message, or the answer
// of a security key, lifts the session to aal2.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import type { Account, FactorRow } from '../accounts/users.ts'
import { type Endpoint, originOf } from '../context.ts'
import { forbidden, unprocessable, validationFailed } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { needsSecondFactor } from '../sessions/require-aal2.ts'
import type { Session } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { spendProof } from '../spent-proofs.ts'
import { closeChallenge, findOpenChallenge, type OpenChallenge } from './factor-challenges.ts'
import { factorOf, requireVerifiable } from './factors.ts'
import { liftSession } from './lift-session.ts'
import { provePhoneCode } from './phone/phone-factor.ts'
import { loadWebauthn } from './webauthn/webauthn.ts'
import { type KeyAnswer, proveKey } from './webauthn/webauthn-factor.ts'

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
    // Not while the account is held.
    if (factor.factor_type === 'webauthn') await loadWebauthn()
    if (factor.factor_type === 'totp') await loadTotp()
    const origin = originOf(c)
    const now = service.now()
    const issued = await service.database.transaction(async (tx) => {
      const { account: locked, session } = await lockSignedIn(tx, c.var.signedIn, now)
      const current = factorOf(c, locked)
      requireOwner(locked, current, session)
      const asked = { id: body.challenge_id, factor: current, address: origin.address }
      const challenge = await findOpenChallenge(tx, asked, now)
      // A wrong answer leaves the challenge open; a right one closes it in the same transaction.
      await prove(tx, current, challenge)
      await closeChallenge(tx, challenge, now)
      return liftSession(tx, { account: locked, factor: current, session }, origin, now)
    })
    return tokenResponse(service, issued)
  }
}

/**
 * A factor that was never verified is anybody's who has the password, and may have been added before
 * the account had another: beside one that was verified it takes a session that proved that one.
 */
function requireOwner(account: Account, factor: FactorRow, session: Session): void {
  if (factor.status === 'unverified' && needsSecondFactor(account, session)) {
    throw forbidden('insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

/** At its first use: with its library it is 90 KB that a start does without. */
const loadTotp = () => import('./totp/totp.ts')

type Proof = (tx: Queryable, factor: FactorRow, challenge: OpenChallenge) => Promise<void>

/** Refuses what is no answer at all before anything is looked up. */
function readProof(service: Service, { factor_type: type }: FactorRow, body: Body): Proof {
  if (type === 'webauthn') {
    const answer = readKeyAnswer(body)
    return async (tx, factor, { asked }) => {
      if (!asked) throw new Error('A security key was asked nothing')
      await proveKey(tx, service, factor, answer, asked)
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

function readKeyAnswer({ webauthn }: Body): KeyAnswer {
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
