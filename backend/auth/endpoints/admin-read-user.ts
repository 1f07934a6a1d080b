import { findNamed } from '../admin-users.ts'
import type { Endpoint, Service } from '../deps.ts'
import { userJson } from '../user-json.ts'

/** GET /admin/users/{user_id} */
export function adminReadUser({ database }: Service): Endpoint {
  return async function readUser(c) {
    return c.json(userJson(await findNamed(database, c)))
  }
}
