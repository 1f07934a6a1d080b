// Where somebody wanted to go who had to sign in first. Kept beside the address, which stays `/auth`.

const storageKey = 'return-to'

export function rememberReturn(address = location.pathname + location.search): void {
  sessionStorage.setItem(storageKey, address)
}

/** Only ever a page of the dashboard. */
export function takeReturn(): string {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return kept && /^\/admin(\?|$)/.test(kept) ? kept : '/admin'
}
