// The page to return to after sign-in. Kept in session storage, so that the URL stays `/auth`.
const storageKey = 'return-to'

export function rememberReturn(address = location.pathname + location.search): void {
  sessionStorage.setItem(storageKey, address)
}

/**
 * Only staff pages, against open redirects. Reading does not clear it, so that a reload during sign-in
 * still returns to the right page.
 */
export function returnAddress(): string {
  const kept = sessionStorage.getItem(storageKey)
  return kept && /^\/(admin|oauth\/consent)(?![^/?])/.test(kept) ? kept : '/admin'
}

/** Called when the user has arrived. */
export function forgetReturn(): void {
  sessionStorage.removeItem(storageKey)
}
