// The addresses of single sign-on, where the company has switched it on.
import type { Hono } from 'hono'
import type { AuthEnv, Guard } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
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
