// What brought somebody to `/auth`: read at load, before the auth client clears the address.

export interface Landing {
  /** A link from a mail after which a password has to be chosen. */
  choosesPassword: boolean
  /** A link that could not be followed, or that waits for a second one. */
  refusal: string | undefined
  message: string | undefined
  setupToken: string | undefined
  isSignUp: boolean
}

/** Survives a reload: an invited person has no password until they choose one. */
const storageKey = 'choose-password'

export const landing = readLanding(new URL(location.href))

export function passwordChosen(): void {
  sessionStorage.removeItem(storageKey)
}

function readLanding({ hash, searchParams }: URL): Landing {
  const fragment = new URLSearchParams(hash.slice(1))
  const type = fragment.get('type')
  if (fragment.has('access_token') && (type === 'recovery' || type === 'invite')) {
    sessionStorage.setItem(storageKey, type)
  }
  return {
    choosesPassword: sessionStorage.getItem(storageKey) !== null,
    refusal: fragment.get('error_description') ?? undefined,
    message: fragment.get('message') ?? undefined,
    setupToken: searchParams.get('setup') ?? undefined,
    isSignUp: searchParams.get('mode') === 'sign-up',
  }
}
