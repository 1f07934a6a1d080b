// The OAuth server: users sign in to other applications with their account here.
import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { requireServiceRole, signedIn } from '../sessions/bearer.ts'
import { requireTrustedOrigin } from '../trusted-origin.ts'
import {
  adminCreateClient,
  adminDeleteClient,
  adminListClients,
  adminReadClient,
  adminRegenerateSecret,
  adminUpdateClient,
  oauthServerOn,
} from './admin-clients.ts'
import { oauthAuthorize } from './authorize.ts'
import { oauthDecide, oauthReadAuthorization, secondFactorPassed } from './consent-endpoints.ts'
import { oauthListGrants, oauthRevokeGrant } from './grants.ts'
import { authorizationServer } from './metadata.ts'
import { oauthRegister } from './register.ts'
import { oauthToken } from './token.ts'
import { oauthUserinfo } from './userinfo.ts'

export function oauthServerRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  if (service.config.isOauthServer) {
    app.get('/.well-known/oauth-authorization-server', authorizationServer(service))
    app.get('/.well-known/openid-configuration', authorizationServer(service))
  }
  const on = oauthServerOn(service)
  const user = signedIn(service)
  app.use('/oauth/*', on)
  app.get('/oauth/authorize', limit(service, 'oauthAuthorize'), oauthAuthorize(service))
  app.use('/oauth/authorizations/*', requireTrustedOrigin(service), user, secondFactorPassed)
  app.get('/oauth/authorizations/:authorization_id', oauthReadAuthorization(service))
  app.post('/oauth/authorizations/:authorization_id/consent', oauthDecide(service))
  app.post('/oauth/token', limit(service, 'token'), oauthToken(service))
  const client = signedIn(service, { oauthClients: true })
  app.on(['GET', 'POST'], '/oauth/userinfo', client, oauthUserinfo)
  app.post('/oauth/clients/register', limit(service, 'register'), oauthRegister(service))

  app.use('/user/oauth/*', on, user)
  app.get('/user/oauth/grants', oauthListGrants(service))
  app.delete('/user/oauth/grants', secondFactorPassed, oauthRevokeGrant(service))

  app.use('/admin/oauth/*', requireServiceRole(service), on)
  app.post('/admin/oauth/clients', adminCreateClient(service))
  app.get('/admin/oauth/clients', adminListClients(service))
  app.get('/admin/oauth/clients/:client_id', adminReadClient(service))
  app.put('/admin/oauth/clients/:client_id', adminUpdateClient(service))
  app.delete('/admin/oauth/clients/:client_id', adminDeleteClient(service))
  app.post('/admin/oauth/clients/:client_id/regenerate_secret', adminRegenerateSecret(service))
  return app
}
