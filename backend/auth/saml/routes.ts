// Single sign-on with a company's identity provider.
import { Hono } from 'hono'
import type { AuthEnv, Endpoint } from '../context.ts'
import { notFound } from '../problems.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { requireServiceRole } from '../sessions/bearer.ts'
import { samlAcs } from './acs.ts'
import {
  adminCreateProvider,
  adminDeleteProvider,
  adminListProviders,
  adminReadProvider,
  adminUpdateProvider,
} from './admin-providers.ts'
import { samlMetadata } from './own-metadata.ts'
import { openSaml } from './saml.ts'
import { sso } from './sso.ts'

/** Like the official service: before the body is read. */
const switchedOff: Endpoint = function refuse() {
  throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled')
}

export function samlRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  if (!service.config.allowsSaml) return app.all('/sso', switchedOff).all('/sso/*', switchedOff)
  const saml = openSaml(service)
  app.post('/sso', limit(service, 'sso'), sso(service, saml))
  app.get('/sso/saml/metadata', samlMetadata(saml))
  app.post('/sso/saml/acs', limit(service, 'assertion'), samlAcs(service, saml))

  const serviceRole = requireServiceRole(service)
  app.get('/admin/sso/providers', serviceRole, adminListProviders(service))
  app.post('/admin/sso/providers', serviceRole, adminCreateProvider(service, saml))
  app.get('/admin/sso/providers/:provider_id', serviceRole, adminReadProvider(service))
  app.put('/admin/sso/providers/:provider_id', serviceRole, adminUpdateProvider(service, saml))
  app.delete('/admin/sso/providers/:provider_id', serviceRole, adminDeleteProvider(service))
  return app
}
