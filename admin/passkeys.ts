// Passkeys in this browser, by the official client; and by the browser itself where the client has no
// call: a passkey that is offered among the names in the email field.
import { auth, readSettings } from './api.ts'
import { toMessage } from './errors.ts'

export interface PasskeyOffer {
  /** The service takes passkeys. */
  isOn: boolean
  /** This browser can hold them for this address: they belong to a name, never to a number. */
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

/** Passkeys and security keys alike. */
export const canUseKeys = () => 'PublicKeyCredential' in window && !isNumeric(location.hostname)

const isNumeric = (host: string) => /^[\d.]+$|^\[/.test(host)

export async function signInWithPasskey(): Promise<void> {
  const { error } = await auth.signInWithPasskey()
  if (error) throw error
}

type Answer = Parameters<typeof auth.passkey.verifyAuthentication>[0]['credential']

/** A little less than the service waits for an answer. */
const renewMs = 4 * 60_000

/**
 * Until a passkey is chosen in the email field or the signal comes. Nobody asked for this, so only
 * what goes wrong with a chosen passkey is worth a word.
 */
export async function waitForPasskey(stop: AbortSignal): Promise<void> {
  const isSupported =
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    (await PublicKeyCredential.isConditionalMediationAvailable?.())
  while (isSupported && !stop.aborted) {
    const { data: question } = await auth.passkey.startAuthentication()
    if (!question) return
    const round = AbortSignal.any([stop, AbortSignal.timeout(renewMs)])
    // The client's types of what travels lag behind the browser's own.
    const options = question.options as PublicKeyCredentialRequestOptionsJSON
    const chosen = await chooseInField(options, round)
    if (chosen) {
      const { error } = await auth.passkey.verifyAuthentication({
        challengeId: question.challenge_id,
        credential: chosen.toJSON() as Answer,
      })
      if (error) throw error
      return
    }
    if (!round.aborted) return
  }
}

async function chooseInField(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<PublicKeyCredential | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const chosen = await navigator.credentials
    .get({ publicKey, mediation: 'conditional', signal })
    .catch(() => null)
  return chosen instanceof PublicKeyCredential ? chosen : undefined
}

/** Under a name by which its owner knows it again among others. */
export async function addPasskey(friendlyName: string): Promise<void> {
  const { data, error } = await auth.registerPasskey()
  if (error) throw error
  const named = await auth.passkey.update({ passkeyId: data.id, friendlyName })
  if (named.error) throw named.error
}

/** Browsers explain themselves to programmers. */
export function describePasskeyProblem(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { name?: string } }
  const names = [name, cause?.name]
  if (names.includes('NotAllowedError')) return 'No passkey was used.'
  if (names.includes('InvalidStateError'))
    return 'There is a passkey for you on that device already.'
  return toMessage(error, 'The server cannot be reached. Please try again.')
}
