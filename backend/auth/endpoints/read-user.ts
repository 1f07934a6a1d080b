import type { Endpoint } from '../deps.ts'
import { userJson } from '../user-json.ts'

/** GET /user */
export const readUser: Endpoint = function readOwnUser(c) {
  return c.json(userJson(c.var.signedIn.account))
}
