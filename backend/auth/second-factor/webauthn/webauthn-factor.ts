// A security key as second factor: its credential is kept with the factor, in the words in which a
// hosted project keeps it.
import type { Queryable } from '../../../database/database.ts'
import type { Problem } from '../../../problem.ts'
import type { Account, FactorRow, KeptCredential } from '../../accounts/users.ts'
import { unprocessable, validationFailed } from '../../problems.ts'
import type { Service } from '../../service.ts'
import type { SessionData } from './webauthn.ts'
import {
  type Credential,
  creationOptions,
  type NewCredential,
  proveAssertion,
  proveCreation,
  readAssertion,
  readCreation,
  relyingPartyId,
  requestOptions,
} from './webauthn.ts'

/** The password was proved before, so that having the key is enough. */
const userVerification = 'preferred'

export interface Question {
  type: 'create' | 'request'
  credential_options: { publicKey: { challenge: string } }
}

/** A new factor is asked for a credential, one in use for proof that it is there. */
export async function askForKey(
  service: Service,
  account: Account,
  factor: FactorRow,
): Promise<{ question: Question; asked: SessionData }> {
  const own = credentialOf(factor)
  const publicKey = own
    ? await requestOptions(service, { allow: [own], userVerification })
    : await creationOptions(service, account, {
        exclude: account.factors.flatMap((other) => credentialOf(other) ?? []),
        residentKey: 'discouraged',
        userVerification,
      })
  return {
    question: { type: own ? 'request' : 'create', credential_options: { publicKey } },
    asked: {
      challenge: publicKey.challenge,
      rpId: relyingPartyId(service),
      user_id: Buffer.from(account.id).toString('base64'),
      userVerification,
    },
  }
}

export interface KeyAnswer {
  type: 'create' | 'request'
  response: unknown
}

/**
 * Only a factor that has no credential yet may bring one: otherwise whoever has the password alone
 * would answer with a key of their own.
 */
export async function proveKey(
  tx: Queryable,
  service: Service,
  factor: FactorRow,
  answer: KeyAnswer,
  { challenge }: SessionData,
): Promise<void> {
  const own = credentialOf(factor)
  if ((answer.type === 'request') !== (own !== undefined)) throw notProved()
  const expected = { challenge, requiresUserVerification: false }
  if (own) {
    const response = readAssertion(answer.response)
    if (!response) throw unreadable()
    if (response.id !== own.id) throw notProved()
    const { signCount } = await proveAssertion(service, response, own, expected).catch(refuse)
    await tx.query(
      `update auth.mfa_factors set web_authn_credential =
         jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
       where id = $1`,
      [factor.id, signCount],
    )
  } else {
    const response = readCreation(answer.response)
    if (!response) throw unreadable()
    const made = await proveCreation(service, response, expected).catch(refuse)
    await tx.query(
      'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1',
      [factor.id, JSON.stringify(keep(made)), made.aaguid],
    )
  }
}

function credentialOf({ web_authn_credential: kept }: FactorRow): Credential | undefined {
  if (!kept) return undefined
  return {
    id: Buffer.from(kept.id, 'base64').toString('base64url'),
    publicKey: new Uint8Array(Buffer.from(kept.publicKey, 'base64')),
    signCount: kept.authenticator.signCount,
    transports: kept.transport,
  }
}

function keep(made: NewCredential): KeptCredential {
  return {
    id: Buffer.from(made.id, 'base64url').toString('base64'),
    publicKey: Buffer.from(made.publicKey).toString('base64'),
    attestationType: 'none',
    transport: made.transports,
    flags: {
      userPresent: true,
      userVerified: made.isUserVerified,
      backupEligible: made.isBackupEligible,
      backupState: made.isBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(made.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: made.signCount,
      cloneWarning: false,
      attachment: '',
    },
  }
}

function refuse(cause: unknown): never {
  throw notProved(cause)
}

function notProved(cause?: unknown): Problem {
  return unprocessable('mfa_verification_failed', 'Failed to validate WebAuthn MFA response', cause)
}

function unreadable(): Problem {
  return validationFailed('Invalid credential_response')
}
