// How a browser that followed a link or came back from a provider is led on: the session, the code or
// the reason stands in the address that it is sent to.
import { Problem } from '../problem.ts'
import type { TokenBody } from './sessions/token-response.ts'

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

/** What the official client reads a session from. */
export function sessionFragment(session: TokenBody): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  }
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** A failure that is not the link's own goes to the error handler like any other. */
export function problemFields(error: unknown): Record<string, string> {
  if (!(error instanceof Problem)) throw error
  return {
    error: oauthErrors[error.status] ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
  }
}
