// WebAuthn, shared by passkeys and the webauthn factor: the relying party, the options and the
// verification of responses.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import * as v from 'valibot'
import type { UserRow } from '../../accounts/users.ts'
import type { AuthDeps } from '../../service.ts'

/** How long a user may take to find their key. */
export const webauthnLifeMs = 300_000

/** EdDSA, ES256 and RS256: every common authenticator supports one of them. */
const algorithms = [-8, -7, -257]

/** The session data of a challenge, with the field names of a hosted project. */
export interface SessionData {
  challenge: string
  rpId: string
  /** Base64 of the account's id. */
  user_id?: string
  userVerification: string
}

type Party = Pick<AuthDeps, 'siteUrl' | 'siteName' | 'config'>
type UserVerification = 'required' | 'preferred'

/** A stored credential. Ids are base64url, as in the WebAuthn JSON. */
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

/** Loaded at first use, because loading is slow. */
export async function loadWebauthn() {
  const library = await import('@simplewebauthn/server')
  // No attestation is requested, so no certificate chain or revocation list is needed.
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return library
}

/** Browsers offer a credential only on this host and its subdomains. */
export function relyingPartyId({ siteUrl }: Pick<Party, 'siteUrl'>): string {
  return new URL(siteUrl).hostname
}

export async function creationOptions(
  party: Party,
  user: UserRow,
  wanted: {
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
    excludeCredentials: wanted.exclude,
    authenticatorSelection: {
      residentKey: wanted.residentKey,
      userVerification: wanted.userVerification,
    },
    supportedAlgorithmIDs: algorithms,
  })
}

export async function requestOptions(
  party: Party,
  wanted: {
    /** Without a list the authenticator offers its discoverable credentials. */
    allow?: Pick<Credential, 'id' | 'transports'>[]
    userVerification: UserVerification
  },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: relyingPartyId(party),
    timeout: webauthnLifeMs,
    userVerification: wanted.userVerification,
    ...(wanted.allow ? { allowCredentials: wanted.allow } : {}),
  })
}

/** The standard's 1023 bytes in base64url, and the size of an 8192-bit RSA key. */
const maxLengths = { id: 1364, key: 1100 }

interface Expected {
  challenge: string
  requiresUserVerification: boolean
}

/** Rejects when the response is not valid for this challenge and one of our origins. */
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
  const isSmall =
    credential.id.length <= maxLengths.id && credential.publicKey.length <= maxLengths.key
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

/** Also rejects when the counter has not increased: the authenticator may have been cloned. */
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

const responseFields = {
  id: v.pipe(v.string(), v.minLength(1)),
  rawId: v.string(),
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
}

const Creation = v.object({
  ...responseFields,
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
  ...responseFields,
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    userHandle: v.nullish(v.string()),
  }),
})

/** Undefined when it is not a result of `navigator.credentials.create()`. */
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
