// WebAuthn, as passkeys and the webauthn factor share it: who we are to an authenticator, what it is
// asked, and whether what it answers is true.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import * as v from 'valibot'
import type { UserRow } from '../../accounts/users.ts'
import type { AuthDeps } from '../../service.ts'

/** How long somebody may take to find their key. */
export const webauthnLifeMs = 300_000

/** EdDSA, ES256 and RS256: what every authenticator in use has one of. */
const algorithms = [-8, -7, -257]

/** What an authenticator was asked. The names of these fields are those in which a hosted project keeps them. */
export interface SessionData {
  challenge: string
  rpId: string
  /** Base64 of the account's id. */
  user_id?: string
  userVerification: string
}

type Party = Pick<AuthDeps, 'siteUrl' | 'siteName' | 'config'>
type UserVerification = 'required' | 'preferred'

/** What is kept of an authenticator. Ids are base64url, as they travel. */
export interface Credential {
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  signCount: number
  transports: string[]
}

export interface NewCredential extends Credential {
  aaguid: string
  isUserVerified: boolean
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** Loaded at its first use: that takes longer than everything else at the start together. */
export async function loadWebauthn() {
  const library = await import('@simplewebauthn/server')
  // We ask for no attestation, so no chain of certificates is followed and no revocation list fetched.
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return library
}

/** A browser offers a credential only to pages of this host and below it. */
export function relyingPartyId({ siteUrl }: Pick<Party, 'siteUrl'>): string {
  return new URL(siteUrl).hostname
}

export async function creationOptions(
  party: Party,
  user: UserRow,
  asked: {
    exclude: Pick<Credential, 'id' | 'transports'>[]
    residentKey: 'required' | 'discouraged'
    userVerification: UserVerification
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebauthn()
  const name = user.email || user.phone || user.id
  const { full_name: fullName } = user.raw_user_meta_data ?? {}
  return generateRegistrationOptions({
    rpName: party.siteName,
    rpID: relyingPartyId(party),
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: typeof fullName === 'string' && fullName ? fullName : name,
    timeout: webauthnLifeMs,
    attestationType: 'none',
    excludeCredentials: asked.exclude,
    authenticatorSelection: {
      residentKey: asked.residentKey,
      userVerification: asked.userVerification,
    },
    supportedAlgorithmIDs: algorithms,
  })
}

export async function requestOptions(
  party: Party,
  asked: {
    /** Without a list the authenticator shows whom it knows here. */
    allow?: Pick<Credential, 'id' | 'transports'>[]
    userVerification: UserVerification
  },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: relyingPartyId(party),
    timeout: webauthnLifeMs,
    userVerification: asked.userVerification,
    ...(asked.allow ? { allowCredentials: asked.allow } : {}),
  })
}

/** 1023 bytes in base64url, by the standard, and the bytes of an RSA key of 8192 bits. */
const longest = { id: 1364, key: 1100 }

interface Expected {
  challenge: string
  requiresUserVerification: boolean
}

/** Rejects when the answer is not one of an authenticator to this challenge on one of our pages. */
export async function proveCreation(
  party: Party,
  response: RegistrationResponseJSON,
  { challenge, requiresUserVerification }: Expected,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await loadWebauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originsOf(party),
    expectedRPID: relyingPartyId(party),
    requireUserVerification: requiresUserVerification,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) throw new Error('The attestation could not be verified')
  const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } =
    registrationInfo
  const isSmall = credential.id.length <= longest.id && credential.publicKey.length <= longest.key
  if (!isSmall) throw new Error('The credential is larger than any authenticator makes one')
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports: credential.transports ?? [],
    aaguid,
    isUserVerified: userVerified,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

/** Rejects too when the counter has not moved on: then somebody has a copy of the authenticator. */
export async function proveAssertion(
  party: Party,
  response: AuthenticationResponseJSON,
  credential: Credential,
  { challenge, requiresUserVerification }: Expected,
): Promise<{ signCount: number; isBackedUp: boolean }> {
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: originsOf(party),
    expectedRPID: relyingPartyId(party),
    credential: { ...credential, counter: credential.signCount },
    requireUserVerification: requiresUserVerification,
  })
  if (!verified) throw new Error('The signature is not of this credential')
  return {
    signCount: authenticationInfo.newCounter,
    isBackedUp: authenticationInfo.credentialBackedUp,
  }
}

function originsOf({ siteUrl, config }: Party): string[] {
  return [new URL(siteUrl).origin, ...config.webauthnOrigins]
}

const answerFields = {
  id: v.pipe(v.string(), v.minLength(1)),
  rawId: v.string(),
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
}

const Creation = v.object({
  ...answerFields,
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(8)),
      [],
    ),
  }),
})

const Assertion = v.object({
  ...answerFields,
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    userHandle: v.nullish(v.string()),
  }),
})

/** Nothing when it does not look like what `navigator.credentials.create()` makes. */
export function readCreation(value: unknown): RegistrationResponseJSON | undefined {
  const parsed = v.safeParse(Creation, value)
  return parsed.success ? parsed.output : undefined
}

/** The same for `navigator.credentials.get()`. */
export function readAssertion(value: unknown): AuthenticationResponseJSON | undefined {
  const parsed = v.safeParse(Assertion, value)
  if (!parsed.success) return undefined
  const { userHandle, ...response } = parsed.output.response
  return {
    ...parsed.output,
    response: userHandle ? { ...response, userHandle } : response,
  }
}
