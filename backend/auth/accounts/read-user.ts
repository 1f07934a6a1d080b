import type { Endpoint } from '../context.ts'
import { accountFor, parseScopes } from '../sessions/client-scopes.ts'
import { userJson } from './user-json.ts'

/** GET /user: an OAuth client sees only what its scopes cover. */
export const readUser: Endpoint = function readOwnUser(c) {
  const { account, session } = c.var.signedIn
  const isClient = session.oauth_client_id !== null
  return c.json(userJson(isClient ? accountFor(account, parseScopes(session.scopes)) : account))
}
