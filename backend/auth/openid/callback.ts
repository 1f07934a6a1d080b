// GET and POST /callback: the browser returns from a provider. The response is always a redirect: to
// the page where the sign-in started, or to the sign-in page when that is unknown.
import type { Queryable } from '../../database/database.ts'
import { type Sender, senderOf } from '../accounts/sign-up-tokens.ts'
import { type AuthContext, clientInfoOf, type Endpoint } from '../context.ts'
import { type Landing, land } from '../landing.ts'
import { badRequest, internal } from '../problems.ts'
import type { Service } from '../service.ts'
import { providerTokenFields } from '../sessions/pkce.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenBody } from '../sessions/token-response.ts'
import { type Admission, admit } from './admission.ts'
import { callbackUrl } from './authorize.ts'
import type { OpenIdClient, OpenIdService, ProviderTokens } from './client.ts'
import { issueProviderCode, type ProviderFlow, takeProviderFlow } from './flows.ts'
import { acceptInvitation } from './invitation.ts'
import { errorLanding, ProviderRefusal } from './landing-errors.ts'
import { linkToAccount } from './linking.ts'
import { requireSameBrowser } from './linking-browser.ts'
import { type ProviderUser, readProviderUser } from './provider-user.ts'

export function callback(service: OpenIdService): Endpoint {
  return async function returnFromProvider(c) {
    const params = await readParams(c)
    let flow: ProviderFlow
    try {
      flow = await takeProviderFlow(service.database, params.get('state') ?? '', service.now())
    } catch (error) {
      return land(`${service.siteUrl}/auth`, errorLanding(service, error), 303)
    }
    const landing = await completeSignIn(service, c, flow, params).catch((error: unknown) =>
      errorLanding(service, error),
    )
    return land(flow.redirectTo, landing, 302)
  }
}

/** Apple posts a form. Read as text, so that a malformed form is simply one without a state. */
async function readParams(c: AuthContext): Promise<URLSearchParams> {
  return c.req.method === 'POST'
    ? new URLSearchParams(await c.req.text())
    : new URL(c.req.url).searchParams
}

async function completeSignIn(
  service: OpenIdService,
  c: AuthContext,
  flow: ProviderFlow,
  params: URLSearchParams,
): Promise<Landing> {
  if (flow.linkingTargetId) requireSameBrowser(service, c, flow.id)
  const { providerUser, tokens } = await exchangeForIdentity(service, flow, params)
  const now = service.now()
  const outcome = await service.database.transaction(async (tx) => {
    const admission = await applyFlow(tx, service, providerUser, flow, senderOf(service, c))
    if (admission.status === 'refused') return admission
    const { account } = admission
    if (!flow.authCode) return openSession(tx, account, 'oauth', clientInfoOf(c), now)
    await issueProviderCode(tx, flow, account.id, tokens, now)
    return { code: flow.authCode }
  })
  if ('status' in outcome) throw outcome.problem
  if ('code' in outcome) return { query: outcome }
  const session = await tokenBody(service, outcome)
  return {
    fragment: {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      ...providerTokenFields(tokens.access_token, tokens.refresh_token),
      refresh_token: session.refresh_token,
      sb: '',
      token_type: session.token_type,
    },
  }
}

/** Depending on the purpose of the flow: linking, accepting an invitation, or signing in. */
function applyFlow(
  tx: Queryable,
  service: Service,
  providerUser: ProviderUser,
  { id, linkingTargetId, inviteToken, redirectTo }: ProviderFlow,
  sender: Sender,
): Promise<Admission> {
  const visit = { redirectTo, sender }
  if (linkingTargetId) {
    const target = { accountId: linkingTargetId, flowId: id }
    return linkToAccount(tx, service, providerUser, target, visit)
  }
  if (inviteToken) return acceptInvitation(tx, service, providerUser, inviteToken)
  return admit(tx, service, providerUser, visit)
}

/** Exchanges the code and reads who signed in. */
async function exchangeForIdentity(
  service: OpenIdService,
  flow: ProviderFlow,
  params: URLSearchParams,
): Promise<{ providerUser: ProviderUser; tokens: ProviderTokens }> {
  const client = service.openId.get(flow.provider)
  if (!client) {
    throw badRequest(
      'oauth_provider_not_supported',
      'Unsupported provider: provider is not enabled',
    )
  }
  const code = readCode(client, params)
  const { verifier, nonce } = flow
  const exchange = { code, verifier, redirectUri: callbackUrl(service) }
  const tokens = await client.exchangeCode(exchange).catch((cause: unknown) => {
    throw internal('Unable to exchange external code', cause)
  })
  const claims = await client.readClaims(tokens, nonce, service.now()).catch((cause: unknown) => {
    throw internal('Error getting user profile from external provider', cause)
  })
  const providerUser = readProviderUser(flow.provider, claims)
  if (!providerUser.email) throw internal('Error getting user email from external provider')
  return { providerUser, tokens }
}

function readCode({ provider }: OpenIdClient, params: URLSearchParams): string {
  const error = params.get('error')
  if (error) throw new ProviderRefusal(error, params.get('error_description') ?? '')
  // Another provider's response must not be redeemed at this one (RFC 9207).
  const issuer = params.get('iss')
  if (issuer !== null && issuer !== provider.issuer) {
    throw badRequest('bad_oauth_callback', 'OAuth callback from another provider')
  }
  const code = params.get('code')
  if (code) return code
  throw badRequest('bad_oauth_callback', 'OAuth callback with missing authorization code missing')
}
