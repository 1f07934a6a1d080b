// POST /token: issues a session; `grant_type` in the query selects how.
import type { AuthContext, Endpoint } from '../context.ts'
import { badRequest } from '../problems.ts'
import type { Service } from '../service.ts'

/** By `grant_type`. */
export type Grants = Record<string, (service: Service, c: AuthContext) => Promise<Response>>

export function token(service: Service, grants: Grants): Endpoint {
  return async function grantToken(c) {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw badRequest('invalid_credentials', 'unsupported_grant_type')
    return grant(service, c)
  }
}
