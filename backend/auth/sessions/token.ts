// POST /token: one address for every way to get a session; the query says which.
import type { AuthContext, Endpoint } from '../context.ts'
import { idTokenGrant } from '../openid/id-token-grant.ts'
import { passwordGrant } from '../password/password-grant.ts'
import { badRequest } from '../problems.ts'
import type { Service } from '../service.ts'
import { web3Grant } from '../web3/web3-grant.ts'
import { pkceGrant } from './pkce-grant.ts'
import { refreshGrant } from './refresh-grant.ts'

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
