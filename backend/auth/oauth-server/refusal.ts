// The errors of /oauth/token. Programs read them with a library for OAuth, so they have the shape of
// RFC 6749, section 5.2, whatever dialect the caller asks for.
import { Problem } from '../../problem.ts'
import type { AuthContext } from '../context.ts'

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'access_denied'

export class OauthRefusal extends Error {
  readonly code: Code
  constructor(code: Code, description: string) {
    super(description)
    this.name = 'OauthRefusal'
    this.code = code
  }
}

/** What is not the request's fault (too many, a broken database) is answered as everywhere else. */
export function writeRefusal(c: AuthContext, error: unknown): Response {
  const refusal = asRefusal(error)
  return c.json({ error: refusal.code, error_description: refusal.message }, 400, {
    'Cache-Control': 'no-store',
  })
}

function asRefusal(error: unknown): OauthRefusal {
  if (error instanceof OauthRefusal) return error
  if (error instanceof Problem && error.status === 400) {
    return new OauthRefusal('invalid_request', error.message)
  }
  throw error
}
