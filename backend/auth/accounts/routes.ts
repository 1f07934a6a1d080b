import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { signedIn } from '../sessions/bearer.ts'
import { readUser } from './read-user.ts'
import { signUp } from './sign-up.ts'
import { updateUserEndpoint } from './update-user.ts'

export function accountRoutes(service: Service): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .post('/signup', limit(service, 'signup'), signUp(service))
    .get('/user', signedIn(service, { oauthClients: true }), readUser)
    .put('/user', limit(service, 'user'), signedIn(service), updateUserEndpoint(service))
}
