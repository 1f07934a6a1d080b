// GET /oauth/authorize: a program sends somebody's browser here. What is asked is written down, and the
// browser goes on to the page where the person decides.
import { isUuid } from '../../http/uuid.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { withOwnFragment } from '../landing.ts'
import { badRequest, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import type { Challenge } from '../sessions/pkce.ts'
import { backToProgram, startAuthorization } from './authorizations.ts'
import { findClientById } from './clients.ts'
import { defaultScope, offeredScopes } from './scopes.ts'

/** As on a hosted project unless it is set otherwise there. */
const consentPath = '/oauth/consent'
/** As many characters as the columns hold. */
const longest = { scope: 2048, state: 4096, nonce: 255, resource: 2048 }

export function oauthAuthorize(service: Service): Endpoint {
  return async function askForConsent(c) {
    const { clientId, redirectUri } = await readProgram(service, c)
    const state = c.req.query('state') ?? ''
    const asked = readRequest(service, c)
    // Only now: an address that the program did not register gets nothing, not even an error.
    if (typeof asked === 'string') {
      const told = { error: 'invalid_request', error_description: asked }
      const kept = state.length > longest.state ? null : state
      return c.redirect(backToProgram({ redirectUri, state: kept }, told), 302)
    }
    const request = { clientId, redirectUri, state, ...asked }
    const name = await startAuthorization(service.database, request, service.now())
    const consent = `${service.siteUrl}${consentPath}?authorization_id=${name}`
    return c.redirect(withOwnFragment(consent), 302)
  }
}

async function readProgram({ database }: Service, c: AuthContext) {
  const clientId = c.req.query('client_id') ?? ''
  const redirectUri = c.req.query('redirect_uri') ?? ''
  if (!clientId) throw validationFailed('client_id is required')
  if (!redirectUri) throw validationFailed('redirect_uri is required')
  if (!isUuid(clientId)) throw badRequest('oauth_client_not_found', 'invalid client_id format')
  const client = await findClientById(database, clientId)
  if (!client) throw badRequest('oauth_client_not_found', 'invalid client_id')
  // Letter by letter: a prefix or a pattern would let a code go where nobody meant it to.
  if (!client.redirect_uris.split(',').includes(redirectUri)) {
    throw validationFailed('invalid redirect_uri')
  }
  return { clientId: client.id, redirectUri }
}

/** What is asked for, or what is wrong with it. */
function readRequest({ keys }: Service, c: AuthContext) {
  const query = (name: string) => c.req.query(name) ?? ''
  const [scope, resource, nonce] = [
    query('scope') || defaultScope,
    query('resource'),
    query('nonce'),
  ]
  if ((query('response_type') || 'code') !== 'code') return 'only response_type=code is supported'
  for (const [name, limit] of Object.entries(longest)) {
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

/** RFC 8707: an address of its own, without anything that changes from request to request. */
function findWrongResource(resource: string): string | undefined {
  if (!resource) return undefined
  if (!URL.canParse(resource)) return 'resource must be an absolute URI'
  if (resource.includes('#')) return 'resource must not include a fragment component'
  return resource.includes('?') ? 'resource must not include a query component' : undefined
}

/** S256 alone: a challenge in plain is the secret itself, in an address that is logged everywhere. */
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
