// A security key as second factor. Its credential is stored with the factor in the JSON format of a
// hosted project.
import type { Queryable } from '../../../database/database.ts'
import type { Problem } from '../../../problem.ts'
import type { Account, FactorRow, StoredCredential } from '../../accounts/users.ts'
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

/** The password was checked before, so possession of the key is enough. */
const userVerification = 'preferred'

export interface KeyChallenge {
  type: 'create' | 'request'
  credential_options: { publicKey: { challenge: string } }
}

/** A new factor creates a credential; a verified one signs the challenge. */
export async function startKeyChallenge(
  service: Service,
  account: Account,
  factor: FactorRow,
): Promise<{ options: KeyChallenge; sessionData: SessionData }> {
  const own = credentialOf(factor)
  const publicKey = own
    ? await requestOptions(service, { allow: [own], userVerification })
    : await creationOptions(service, account, {
        exclude: account.factors.flatMap((other) => credentialOf(other) ?? []),
        residentKey: 'discouraged',
        userVerification,
      })
  return {
    options: { type: own ? 'request' : 'create', credential_options: { publicKey } },
    sessionData: {
      challenge: publicKey.challenge,
      rpId: relyingPartyId(service),
      user_id: Buffer.from(account.id).toString('base64'),
      userVerification,
    },
  }
}

export interface KeyResponse {
  type: 'create' | 'request'
  response: unknown
}

/**
 * Only a factor without a credential may register one: otherwise a thief with only the password could
 * respond with their own key.
 */
export async function proveKey(
  tx: Queryable,
  service: Service,
  factor: FactorRow,
  given: KeyResponse,
  { challenge }: SessionData,
): Promise<void> {
  const own = credentialOf(factor)
  if ((given.type === 'request') !== (own !== undefined)) throw verificationFailed()
  const expected = { challenge, requiresUserVerification: false }
  if (own) {
    const response = readAssertion(given.response)
    if (!response) throw invalidResponse()
    if (response.id !== own.id) throw verificationFailed()
    const { signCount } = await proveAssertion(service, response, own, expected).catch(refuse)
    await tx.query(
      `update auth.mfa_factors set web_authn_credential =
         jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
       where id = $1`,
      [factor.id, signCount],
    )
  } else {
    const response = readCreation(given.response)
    if (!response) throw invalidResponse()
    const made = await proveCreation(service, response, expected).catch(refuse)
    await tx.query(
      'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1',
      [factor.id, JSON.stringify(toStored(made)), made.aaguid],
    )
  }
}

function credentialOf({ web_authn_credential: stored }: FactorRow): Credential | undefined {
  if (!stored) return undefined
  return {
    id: Buffer.from(stored.id, 'base64').toString('base64url'),
    publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64')),
    signCount: stored.authenticator.signCount,
    transports: stored.transport,
  }
}

function toStored(made: NewCredential): StoredCredential {
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
  throw verificationFailed(cause)
}

function verificationFailed(cause?: unknown): Problem {
  return unprocessable('mfa_verification_failed', 'Failed to validate WebAuthn MFA response', cause)
}

function invalidResponse(): Problem {
  return validationFailed('Invalid credential_response')
}
