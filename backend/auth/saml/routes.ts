// The addresses of single sign-on, where the company has switched it on.
import type { Hono } from 'hono'
import type { AuthEnv, Guard, Service } from '../deps.ts'
import {
  adminCreateProvider,
  adminDeleteProvider,
  adminListProviders,
  adminReadProvider,
  adminUpdateProvider,
} from '../endpoints/admin-sso-providers.ts'
import { samlAcs } from '../endpoints/saml-acs.ts'
import { samlMetadata } from '../endpoints/saml-metadata.ts'
import { sso } from '../endpoints/sso.ts'
import { limit } from '../rate-limits.ts'
import { openSaml } from './saml.ts'

export function singleSignOn(app: Hono<AuthEnv>, service: Service, staff: Guard): void {
  const saml = openSaml(service)
  app.post('/sso', limit(service, 'sso'), sso(service, saml))
  app.get('/sso/saml/metadata', samlMetadata(saml))
  app.post('/sso/saml/acs', limit(service, 'assertion'), samlAcs(service, saml))
  app.get('/admin/sso/providers', staff, adminListProviders(service))
  app.post('/admin/sso/providers', staff, adminCreateProvider(service, saml))
  app.get('/admin/sso/providers/:provider_id', staff, adminReadProvider(service))
  app.put('/admin/sso/providers/:provider_id', staff, adminUpdateProvider(service, saml))
  app.delete('/admin/sso/providers/:provider_id', staff, adminDeleteProvider(service))
}
