// Where somebody wanted to go who had to sign in first. Kept beside the address, which stays `/auth`.

const storageKey = 'return-to'

export function rememberReturn(address = location.pathname + location.search): void {
  sessionStorage.setItem(storageKey, address)
}

/**
 * Only ever a page of staff. It is not forgotten by being read: a reload on the way there must not
 * lead elsewhere.
 */
export function returnAddress(): string {
  const kept = sessionStorage.getItem(storageKey)
  return kept && /^\/(admin|oauth\/consent)(?![^/?])/.test(kept) ? kept : '/admin'
}

/** They have arrived. */
export function forgetReturn(): void {
  sessionStorage.removeItem(storageKey)
}
