// The errors of /oauth/token. Clients read them with an OAuth library, so they have the format of RFC
// 6749, section 5.2, whatever API version the caller requests.
import { Problem } from '../../problem.ts'
import type { AuthContext } from '../context.ts'

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'access_denied'

export class OauthError extends Error {
  readonly code: Code
  constructor(code: Code, description: string) {
    super(description)
    this.name = 'OauthError'
    this.code = code
  }
}

/** Other errors (rate limit, database) go to the error handler. */
export function writeOauthError(c: AuthContext, error: unknown): Response {
  const oauthError = asOauthError(error)
  return c.json({ error: oauthError.code, error_description: oauthError.message }, 400, {
    'Cache-Control': 'no-store',
  })
}

function asOauthError(error: unknown): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof Problem && error.status === 400) {
    return new OauthError('invalid_request', error.message)
  }
  throw error
}
