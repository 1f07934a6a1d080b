import type { Endpoint } from '../context.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import { claimsFor } from './scopes.ts'

/** GET /oauth/userinfo: what the program that holds the token may know of its person. */
export const oauthUserinfo: Endpoint = function readUserinfo(c) {
  const { account, session } = c.var.signedIn
  return c.json(claimsFor(account, parseScopes(session.scopes)))
}
