// grant_type=id_token: a session for a user who signed in with a provider elsewhere, such as in a
// mobile app, and sends the provider's ID token.
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import type { Problem } from '../../problem.ts'
import { senderOf } from '../accounts/sign-up-tokens.ts'
import { type AuthContext, clientInfoOf } from '../context.ts'
import { badRequest, validationFailed } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import { flag, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { signedIn } from '../sessions/bearer.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { type Admission, admit } from './admission.ts'
import { type OpenIdClient, type OpenIdService, unreachable } from './client.ts'
import { BadIdToken, belongsToToken, type IdToken, isForClient } from './id-tokens.ts'
import { linkToAccount, manualLinkingOff } from './linking.ts'
import { type ProviderUser, readProviderUser } from './provider-user.ts'
import { findIssuer, isAzureIssuer } from './providers.ts'

const Body = v.object({
  id_token: text,
  provider: text,
  client_id: text,
  issuer: text,
  access_token: text,
  nonce: text,
  link_identity: flag,
})
type Body = v.InferOutput<typeof Body>

export async function idTokenGrant(service: OpenIdService, c: AuthContext): Promise<Response> {
  const body = await readBody(c, Body)
  try {
    return await grant(service, c, body)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return c.json({ error: error.error, error_description: error.message }, 400)
  }
}

/** An OAuth error, the same in every API version. */
class OAuthError extends Error {
  readonly error: string
  constructor(description: string, error = 'invalid request') {
    super(description)
    this.error = error
  }
}

async function grant(service: OpenIdService, c: AuthContext, body: Body): Promise<Response> {
  if (!body.id_token) throw new OAuthError('id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthError('provider or client_id and issuer required')
  }
  const client = findClient(service, body)
  if (!client) throw refusalOf(body)
  const isLinking = body.link_identity === true
  if (isLinking) await requireTarget(service, c)
  const providerUser = readProviderUser(
    client.provider.name,
    (await readToken(service, client, body)).claims,
  )
  const outcome = await service.database.transaction(async (tx) => {
    const admission = await admitOrLink(tx, service, providerUser, { isLinking, c })
    if (admission.status === 'refused') return admission
    return openSession(tx, admission.account, 'oauth', clientInfoOf(c), service.now())
  })
  if ('status' in outcome) throw outcome.problem
  return tokenResponse(service, outcome)
}

function findClient({ openId }: OpenIdService, { provider, issuer, client_id }: Body) {
  if (provider) return openId.get(provider.toLowerCase())
  return [...openId.values()].find(
    (client) => client.provider.issuer === issuer && client.provider.clientId === client_id,
  )
}

/** Linking: the account is the caller's own. */
async function requireTarget(service: Service, c: AuthContext): Promise<void> {
  if (!service.config.allowsManualLinking) throw manualLinkingOff()
  await signedIn(service)(c, async () => {})
}

function admitOrLink(
  tx: Queryable,
  service: Service,
  providerUser: ProviderUser,
  { isLinking, c }: { isLinking: boolean; c: AuthContext },
): Promise<Admission> {
  const visit = { redirectTo: redirectTarget(service, c), sender: senderOf(service, c) }
  return isLinking
    ? linkToAccount(tx, service, providerUser, { signedIn: c.var.signedIn }, visit)
    : admit(tx, service, providerUser, visit)
}

async function readToken(service: Service, client: OpenIdClient, body: Body): Promise<IdToken> {
  const idToken = await client.verify(body.id_token, service.now()).catch((error: unknown) => {
    if (error instanceof BadIdToken) throw new OAuthError('Bad ID token')
    throw unreachable(client, error)
  })
  const { claims } = idToken
  if (body.access_token && !belongsToToken(idToken, body.access_token)) {
    throw new OAuthError('Bad ID token')
  }
  if (!claims.sub) throw new OAuthError('Missing sub claim in id_token')
  if (!isForClient(claims, client.provider.clientId)) {
    const audiences = [claims.aud ?? []].flat().join(' ')
    throw new OAuthError(`Unacceptable audience in id_token: [${audiences}]`)
  }
  requireNonce(claims.nonce, body.nonce)
  return idToken
}

/** The token contains the hash of the nonce, so that a stolen token is useless without the nonce. */
function requireNonce(inToken: unknown, passed: string): void {
  if (!inToken !== !passed) {
    throw new OAuthError('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (passed && createHash('sha256').update(passed).digest('hex') !== inToken) {
    throw new OAuthError('Nonces mismatch', 'invalid nonce')
  }
}

/** The provider is not enabled; the message names the issuer. */
function refusalOf({ provider, issuer, id_token: token }: Body): Problem {
  if (provider.startsWith('custom:'))
    return validationFailed(`Custom provider "${provider}" not found`)
  const meant = provider === 'azure' ? azureIssuerOf(issuer, token) : findIssuer(provider, issuer)
  if (meant !== undefined) {
    return badRequest('provider_disabled', `Provider (issuer "${meant}") is not enabled`)
  }
  return validationFailed(
    provider === 'azure'
      ? 'Unable to detect issuer in ID token for Azure provider'
      : `Custom OIDC provider "${provider}" not allowed`,
  )
}

function azureIssuerOf(issuer: string, token: string): string | undefined {
  if (isAzureIssuer(issuer)) return issuer
  try {
    const { iss = '' } = decodeJwt(token)
    return isAzureIssuer(iss) ? iss : undefined
  } catch {
    return undefined
  }
}
