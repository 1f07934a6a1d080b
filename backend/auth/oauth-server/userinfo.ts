import type { Endpoint } from '../context.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import { claimsFor } from './scopes.ts'

/** GET /oauth/userinfo: the claims that the scopes of the token cover. */
export const oauthUserinfo: Endpoint = function readUserinfo(c) {
  const { account, session } = c.var.signedIn
  return c.json(claimsFor(account, parseScopes(session.scopes)))
}
