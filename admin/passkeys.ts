// Passkeys, through the official auth client. Passkey autofill in the email field (conditional
// mediation) calls the browser directly, because the client does not support it.
import { auth, readSettings } from './api.ts'
import { toMessage } from './errors.ts'

export interface PasskeyOffer {
  /** The auth service has passkeys enabled. */
  isOn: boolean
  /** The browser supports them here: they need a host name, an IP address does not work. */
  isUsable: boolean
}

export const offerQuery = {
  queryKey: ['passkey-offer'],
  queryFn: async (): Promise<PasskeyOffer> => {
    const { passkeys_enabled: isOn } = await readSettings()
    return { isOn, isUsable: canUseKeys() }
  },
  staleTime: Number.POSITIVE_INFINITY,
}

/** For passkeys and security keys. */
export const canUseKeys = () => 'PublicKeyCredential' in window && !isIpAddress(location.hostname)

const isIpAddress = (host: string) => /^[\d.]+$|^\[/.test(host)

export async function signInWithPasskey(): Promise<void> {
  const { error } = await auth.signInWithPasskey()
  if (error) throw error
}

type Credential = Parameters<typeof auth.passkey.verifyAuthentication>[0]['credential']

/** A challenge is valid for five minutes (webauthnLifeMs in the backend). */
const renewMs = 4 * 60_000

/**
 * Waits until the user selects a passkey in the email field or the signal aborts. The user did not start
 * this, so only a failure with a selected passkey throws.
 */
export async function waitForPasskeyAutofill(stop: AbortSignal): Promise<void> {
  const isSupported =
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    (await PublicKeyCredential.isConditionalMediationAvailable?.())
  while (isSupported && !stop.aborted) {
    const { data: challenge } = await auth.passkey.startAuthentication()
    if (!challenge) return
    const round = AbortSignal.any([stop, AbortSignal.timeout(renewMs)])
    // The client's types of the JSON lag behind the browser's own.
    const options = challenge.options as PublicKeyCredentialRequestOptionsJSON
    const chosen = await getByAutofill(options, round)
    if (chosen) {
      const { error } = await auth.passkey.verifyAuthentication({
        challengeId: challenge.challenge_id,
        credential: chosen.toJSON() as Credential,
      })
      if (error) throw error
      return
    }
    if (!round.aborted) return
  }
}

async function getByAutofill(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<PublicKeyCredential | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const chosen = await navigator.credentials
    .get({ publicKey, mediation: 'conditional', signal })
    .catch(() => null)
  return chosen instanceof PublicKeyCredential ? chosen : undefined
}

/** With a name by which the user recognises it. */
export async function addPasskey(friendlyName: string): Promise<void> {
  const { data, error } = await auth.registerPasskey()
  if (error) throw error
  const named = await auth.passkey.update({ passkeyId: data.id, friendlyName })
  if (named.error) throw named.error
}

/** The browser's own messages are for developers. */
export function describePasskeyProblem(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { name?: string } }
  const names = [name, cause?.name]
  if (names.includes('NotAllowedError')) return 'No passkey was used.'
  if (names.includes('InvalidStateError'))
    return 'There is a passkey for you on that device already.'
  return toMessage(error, 'The server cannot be reached. Please try again.')
}
