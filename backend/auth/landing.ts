// How a browser that followed a link or came back from a provider is led on: the session, the code or
// the reason stands in the address that it is sent to.

export interface Landing {
  query?: Record<string, string>
  fragment?: Record<string, string>
}

export function land(target: string, { query = {}, fragment }: Landing, status: 302 | 303) {
  const url = new URL(target)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  if (fragment) url.hash = new URLSearchParams(fragment).toString()
  return new Response(null, {
    status,
    headers: { Location: withOwnFragment(url.href), 'Cache-Control': 'no-store' },
  })
}

/**
 * Where a browser is sent without a fragment, it takes along the one of the address that it came from,
 * and that may hold a session. An empty one of its own is enough.
 */
export function withOwnFragment(address: string): string {
  return address.includes('#') ? address : `${address}#`
}
