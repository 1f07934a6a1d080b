// Where somebody wanted to go who had to sign in first. Kept beside the address, which stays `/auth`.

const storageKey = 'return-to'

export function rememberReturn(): void {
  sessionStorage.setItem(storageKey, location.pathname + location.search)
}

/** Only ever a page of the dashboard. */
export function takeReturn(): string {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return kept && /^\/admin(\?|$)/.test(kept) ? kept : '/admin'
}
