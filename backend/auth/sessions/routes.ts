import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { signedIn } from './bearer.ts'
import { logOut } from './log-out.ts'
import { type Grants, token } from './token.ts'

export function sessionRoutes(service: Service, grants: Grants): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .post('/token', limit(service, 'token'), token(service, grants))
    .post('/logout', signedIn(service, { oauthClients: true }), logOut(service))
}
