import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import type { Service } from '../service.ts'
import { signedIn } from '../sessions/bearer.ts'
import type { Grants } from '../sessions/token.ts'
import { requireTrustedOrigin } from '../trusted-origin.ts'
import { authorize, linkIdentity } from './authorize.ts'
import { callback } from './callback.ts'
import { openIdService } from './client.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { linkingLevel, manualLinkingOn } from './linking.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** The routes, and the grant for ID tokens at POST /token. */
export function openId(given: Service): { routes: Hono<AuthEnv>; grant: Grants[string] } {
  const service = openIdService(given)
  const app = new Hono<AuthEnv>()
  app.get('/authorize', authorize(service))
  app.on(['GET', 'POST'], '/callback', callback(service))

  const user = signedIn(service)
  const linking = manualLinkingOn(service)
  app.get(
    '/user/identities/authorize',
    requireTrustedOrigin(service),
    user,
    linking,
    linkingLevel(service),
    linkIdentity(service),
  )
  app.delete('/user/identities/:identity_id', user, linking, unlinkIdentity(service))
  return { routes: app, grant: (_, c) => idTokenGrant(service, c) }
}
