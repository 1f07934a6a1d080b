// Single sign-on when it is off: like the official service, refuse before the body is read.
import type { Endpoint } from '../context.ts'
import { notFound } from '../problems.ts'

export const sso: Endpoint = function refuse() {
  throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled')
}
