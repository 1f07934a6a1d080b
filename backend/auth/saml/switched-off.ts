// Single sign-on when it is off, answered as the official service does: before anything of the
// request's body is read.
import type { Endpoint } from '../context.ts'
import { notFound } from '../problems.ts'

export const sso: Endpoint = function refuse() {
  throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled')
}
