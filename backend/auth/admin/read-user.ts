import { userJson } from '../accounts/user-json.ts'
import type { Endpoint } from '../context.ts'
import type { Service } from '../service.ts'
import { findNamed } from './admin-users.ts'

/** GET /admin/users/{user_id} */
export function adminReadUser({ database }: Service): Endpoint {
  return async function readUser(c) {
    return c.json(userJson(await findNamed(database, c)))
  }
}
