// POST /token: one address for every way to get a session; the query says which.
import type { AuthContext, Endpoint, Service } from '../deps.ts'
import { badRequest } from '../problems.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { passwordGrant } from './token-password.ts'
import { pkceGrant } from './token-pkce.ts'
import { refreshGrant } from './token-refresh.ts'
import { web3Grant } from './token-web3.ts'

const grants: Record<string, (service: Service, c: AuthContext) => Promise<Response>> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: web3Grant,
}

export function token(service: Service): Endpoint {
  return async function grantToken(c) {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw badRequest('invalid_credentials', 'unsupported_grant_type')
    return grant(service, c)
  }
}
