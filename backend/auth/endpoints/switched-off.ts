// What this product does not offer, answered as the official service answers when a feature is off.
import * as v from 'valibot'
import type { Problem } from '../../problem.ts'
import type { AuthContext, Endpoint, Service } from '../deps.ts'
import { badRequest, notFound, unprocessable, validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'

const switchedOff = (problem: () => Problem): Endpoint =>
  function refuse() {
    throw problem()
  }

export const sso = switchedOff(() => notFound('saml_provider_disabled', 'SAML 2.0 is disabled'))

export const passkeys = switchedOff(() => notFound('passkey_disabled', 'Passkeys are disabled'))

export const oauthServer = switchedOff(() =>
  notFound('feature_disabled', 'OAuth server is disabled'),
)

export const manualLinking = switchedOff(() =>
  notFound('manual_linking_disabled', 'Manual linking is disabled'),
)

export const authorize: Endpoint = function authorizeAtProvider(c) {
  const provider = c.req.query('provider') ?? ''
  throw validationFailed(`Unsupported provider: Provider ${provider} could not be found`)
}

const IdTokenBody = v.object({ id_token: text, provider: text, client_id: text, issuer: text })

/** The shape of OAuth's own errors, the same in both dialects. */
export async function idTokenGrant(_service: Service, c: AuthContext): Promise<Response> {
  const body = await readBody(c, IdTokenBody)
  const oauthError = (description: string) =>
    c.json({ error: 'invalid request', error_description: description }, 400)
  if (!body.id_token) return oauthError('id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    return oauthError('provider or client_id and issuer required')
  }
  throw badRequest(
    'provider_disabled',
    `Provider (issuer "${body.issuer || body.provider}") is not enabled`,
  )
}

export async function web3Grant(): Promise<Response> {
  throw unprocessable('web3_provider_disabled', 'Web3 provider is disabled')
}
