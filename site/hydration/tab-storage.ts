// The tab's own storage. A visitor who blocks cookies has none, and asking for it throws: pages work
// without it all the same.

export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeTab(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Nothing is kept, and nothing else is lost by it.
  }
}
