import type { Endpoint } from '../context.ts'
import { claimsFor, parseScopes } from './scopes.ts'

/** GET /oauth/userinfo: what the program that holds the token may know of its person. */
export const oauthUserinfo: Endpoint = function readUserinfo(c) {
  const { account, session } = c.var.signedIn
  return c.json(claimsFor(account, parseScopes(session.scopes)))
}
