// GET /oauth/authorize: an OAuth client sends a user's browser here. The request is stored, and the
// browser is redirected to the consent page.
import { isUuid } from '../../http/uuid.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { withOwnFragment } from '../landing.ts'
import { badRequest, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import type { Challenge } from '../sessions/pkce.ts'
import { redirectToClient, startAuthorization } from './authorizations.ts'
import { findClientById } from './clients.ts'
import { defaultScope, offeredScopes } from './scopes.ts'

/** The default of a hosted project. */
const consentPath = '/oauth/consent'
/** The lengths of the columns. */
const maxLengths = { scope: 2048, state: 4096, nonce: 255, resource: 2048 }

export function oauthAuthorize(service: Service): Endpoint {
  return async function redirectToConsent(c) {
    const { clientId, redirectUri, isOwn } = await readClient(service, c)
    const state = c.req.query('state') ?? ''
    const parsed = readRequest(service, c)
    // Only after the redirect URI was checked: an unregistered URI gets nothing, not even an error.
    if (typeof parsed === 'string') {
      // Anybody can register a client: its address gets nothing before a user has seen its name.
      if (!isOwn) throw validationFailed(parsed)
      const params = { error: 'invalid_request', error_description: parsed }
      const validState = state.length > maxLengths.state ? null : state
      return c.redirect(redirectToClient({ redirectUri, state: validState }, params), 302)
    }
    const request = { clientId, redirectUri, state, ...parsed }
    const authorizationId = await startAuthorization(service.database, request, service.now())
    const consentUrl = `${service.siteUrl}${consentPath}?authorization_id=${authorizationId}`
    return c.redirect(withOwnFragment(consentUrl), 302)
  }
}

async function readClient({ database }: Service, c: AuthContext) {
  const clientId = c.req.query('client_id') ?? ''
  const redirectUri = c.req.query('redirect_uri') ?? ''
  if (!clientId) throw validationFailed('client_id is required')
  if (!redirectUri) throw validationFailed('redirect_uri is required')
  if (!isUuid(clientId)) throw badRequest('oauth_client_not_found', 'invalid client_id format')
  const client = await findClientById(database, clientId)
  if (!client) throw badRequest('oauth_client_not_found', 'invalid client_id')
  // Exact match: a prefix or a pattern could send a code to another page.
  if (!client.redirect_uris.split(',').includes(redirectUri)) {
    throw validationFailed('invalid redirect_uri')
  }
  return { clientId: client.id, redirectUri, isOwn: client.registration_type === 'manual' }
}

/** The validated request, or an error description. */
function readRequest({ keys }: Service, c: AuthContext) {
  const query = (name: string) => c.req.query(name) ?? ''
  const [scope, resource, nonce] = [
    query('scope') || defaultScope,
    query('resource'),
    query('nonce'),
  ]
  if ((query('response_type') || 'code') !== 'code') return 'only response_type=code is supported'
  for (const [name, limit] of Object.entries(maxLengths)) {
    if (query(name).length > limit) return `${name} is too long`
  }
  const wanted = parseScopes(scope)
  if (wanted.length === 0) return 'scope parameter cannot be empty'
  const offered = offeredScopes(keys)
  const unknown = wanted.find((name) => !offered.includes(name))
  if (unknown) return `unsupported scope: ${unknown}`
  const wrongResource = findWrongResource(resource)
  if (wrongResource) return wrongResource
  const challenge = readChallenge(query('code_challenge'), query('code_challenge_method'))
  if (typeof challenge === 'string') return challenge
  return { scope: wanted.join(' '), resource, nonce, challenge }
}

/** RFC 8707: an absolute URI without query and fragment. */
function findWrongResource(resource: string): string | undefined {
  if (!resource) return undefined
  if (!URL.canParse(resource)) return 'resource must be an absolute URI'
  if (resource.includes('#')) return 'resource must not include a fragment component'
  return resource.includes('?') ? 'resource must not include a query component' : undefined
}

/** Only S256: a plain challenge is the secret itself, in a URL that may be logged. */
function readChallenge(challenge: string, method: string): Challenge | string {
  if (!challenge || !method) {
    return 'PKCE flow requires both code_challenge and code_challenge_method'
  }
  if (method.toLowerCase() !== 's256') return "code_challenge_method must be 'S256'"
  if (challenge.length < 43 || challenge.length > 128) {
    return 'code_challenge must be between 43 and 128 characters'
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) return 'code_challenge is not base64url'
  return { challenge, method: 's256' }
}
