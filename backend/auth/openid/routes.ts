import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { fromOwnPages } from '../own-pages.ts'
import type { Service } from '../service.ts'
import { signedIn } from '../sessions/bearer.ts'
import { authorize, linkIdentity } from './authorize.ts'
import { callback } from './callback.ts'
import { linkingLevel, manualLinkingOn } from './linking.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export function openIdRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.get('/authorize', authorize(service))
  app.on(['GET', 'POST'], '/callback', callback(service))

  const user = signedIn(service)
  const linking = manualLinkingOn(service)
  app.get(
    '/user/identities/authorize',
    fromOwnPages(service),
    user,
    linking,
    linkingLevel,
    linkIdentity(service),
  )
  app.delete('/user/identities/:identity_id', user, linking, unlinkIdentity(service))
  return app
}
