// GET /authorize: redirects a browser to a provider to sign in. GET /user/identities/authorize does
// the same for a signed-in user who links the provider's identity to their account.
import { Problem } from '../../problem.ts'
import type { AuthContext, Endpoint } from '../context.ts'
import { land } from '../landing.ts'
import { validationFailed } from '../problems.ts'
import { takePerIp } from '../rate-limits.ts'
import { redirectTarget } from '../redirects.ts'
import { externalUrl, type Service } from '../service.ts'
import { readChallenge } from '../sessions/pkce.ts'
import { type OpenIdClient, type OpenIdService, unreachable } from './client.ts'
import { startProviderFlow } from './flows.ts'
import { requireInvitation } from './invitation.ts'
import { errorLanding } from './landing-errors.ts'
import { markBrowser } from './linking-browser.ts'
import { isKnownProvider } from './providers.ts'

export function authorize(service: OpenIdService): Endpoint {
  return async function authorizeAtProvider(c) {
    const client = requireProvider(service, c)
    try {
      const { url } = await startSignIn(service, c, client, null)
      return land(url, {}, 302)
    } catch (error) {
      // This is a browser navigation, so a failing provider is reported on the page it came from.
      if (!(error instanceof Problem && error.status >= 500)) throw error
      return land(redirectTarget(service, c), errorLanding(service, error), 302)
    }
  }
}

export function linkIdentity(service: OpenIdService): Endpoint {
  return async function authorizeForAccount(c) {
    const client = requireProvider(service, c)
    const { url, state } = await startSignIn(service, c, client, c.var.signedIn.account.id)
    const response =
      c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : land(url, {}, 302)
    for (const [name, value] of Object.entries(markBrowser(service, state))) {
      response.headers.set(name, value)
    }
    return response
  }
}

function requireProvider({ openId }: OpenIdService, c: AuthContext): OpenIdClient {
  const name = (c.req.query('provider') ?? '').toLowerCase()
  const client = openId.get(name)
  if (client) return client
  const reason = isKnownProvider(name)
    ? 'provider is not enabled'
    : `Provider ${name} could not be found`
  throw validationFailed(`Unsupported provider: ${reason}`)
}

async function startSignIn(
  service: Service,
  c: AuthContext,
  client: OpenIdClient,
  linkingTargetId: string | null,
): Promise<{ url: string; state: string }> {
  const query = new URL(c.req.url).searchParams
  const challenge = readChallenge({
    code_challenge: query.get('code_challenge') ?? '',
    code_challenge_method: query.get('code_challenge_method') ?? '',
  })
  await takePerIp(service, 'openid', c.var.address)
  const inviteToken = query.get('invite_token') || null
  if (inviteToken) await requireInvitation(service.database, inviteToken)
  const flowRequest = {
    provider: client.provider.name,
    redirectTo: redirectTarget(service, c),
    challenge,
    linkingTargetId,
    inviteToken,
  }
  const flow = await service.database.transaction((tx) =>
    startProviderFlow(tx, flowRequest, service.now()),
  )
  const request = {
    ...flow,
    redirectUri: callbackUrl(service),
    scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter(Boolean),
    further: furtherParameters(query),
  }
  const url = await client.authorizationUrl(request).catch((cause: unknown) => {
    throw unreachable(client, cause)
  })
  return { url, state: flow.state }
}

/** The redirect URI that the operator registers with the provider. */
export function callbackUrl(service: Service): string {
  return `${externalUrl(service)}/callback`
}

/** Our own parameters, and OAuth parameters that a link must not change. */
const reserved = new Set(
  'provider scopes redirect_to invite_token skip_http_redirect apikey client_id client_secret redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method request request_uri registration claims id_token_hint'.split(
    ' ',
  ),
)

function furtherParameters(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => !reserved.has(name)))
}
