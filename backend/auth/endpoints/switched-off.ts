// What this product does not offer, answered as the official service answers when a feature is off:
// before anything of the request's body is read.
import type { Problem } from '../../problem.ts'
import type { Endpoint, Service } from '../deps.ts'
import { badRequest, notFound, unprocessable, validationFailed } from '../problems.ts'
import { isKnownProvider } from '../providers.ts'

const switchedOff = (problem: () => Problem): Endpoint =>
  function refuse() {
    throw problem()
  }

export const sso = switchedOff(() => notFound('saml_provider_disabled', 'SAML 2.0 is disabled'))

export const oauthServer = switchedOff(() =>
  notFound('feature_disabled', 'OAuth server is disabled'),
)

export const manualLinking = switchedOff(() =>
  notFound('manual_linking_disabled', 'Manual linking is disabled'),
)

export const authorize: Endpoint = function authorizeAtProvider(c) {
  const provider = c.req.query('provider') ?? ''
  const reason = isKnownProvider(provider)
    ? 'provider is not enabled'
    : `Provider ${provider} could not be found`
  throw validationFailed(`Unsupported provider: ${reason}`)
}

/**
 * Nobody was sent to a provider, so whoever comes back from one brings no state that we gave out.
 * A browser stands at this address: it is led to the site, with the reason in the query.
 */
export function callback({ siteUrl }: Service): Endpoint {
  return async function returnFromProvider(c) {
    // A form, as Apple posts it; as text, because a malformed one is no state either.
    const form = c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : undefined
    const state = form ? form.get('state') : c.req.query('state')
    const { code, message } = state
      ? badRequest('bad_oauth_state', 'OAuth callback with invalid state')
      : badRequest('bad_oauth_callback', 'OAuth state parameter missing')
    const target = new URL(siteUrl)
    target.search = new URLSearchParams({
      error: 'invalid_request',
      error_code: code,
      error_description: message,
    }).toString()
    return c.redirect(target.href, 303)
  }
}

export async function web3Grant(): Promise<Response> {
  throw unprocessable('web3_provider_disabled', 'Web3 provider is disabled')
}
