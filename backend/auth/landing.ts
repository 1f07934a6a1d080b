// Redirects a browser that followed an emailed link or returned from a provider. The session, code or
// error is in the URL it is redirected to.
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
 * On a redirect without a fragment the browser keeps the fragment of the previous URL, which may hold
 * a session. An empty fragment prevents that.
 */
export function withOwnFragment(address: string): string {
  return address.includes('#') ? address : `${address}#`
}

/** The fields from which the official client reads a session. */
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

/** Any other error goes to the error handler. */
export function problemFields(error: unknown): Record<string, string> {
  if (!(error instanceof Problem)) throw error
  return {
    error: oauthErrors[error.status] ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
  }
}
