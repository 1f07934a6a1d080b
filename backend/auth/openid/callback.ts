// GET and POST /callback: a browser comes back from a provider. It is led on in every case: to the
// page that it set out from, or to the sign-in page when nobody knows which that was.
import type { Queryable } from '../../database/database.ts'
import { type Sender, senderOf } from '../accounts/sign-up-tokens.ts'
import { type AuthContext, type Endpoint, originOf } from '../context.ts'
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
import { type Person, readPerson } from './person.ts'

export function callback(service: OpenIdService): Endpoint {
  return async function returnFromProvider(c) {
    const answer = await readAnswer(c)
    let flow: ProviderFlow
    try {
      flow = await takeProviderFlow(service.database, answer.get('state') ?? '', service.now())
    } catch (error) {
      return land(`${service.siteUrl}/auth`, errorLanding(service, error), 303)
    }
    const landing = await arrive(service, c, flow, answer).catch((error: unknown) =>
      errorLanding(service, error),
    )
    return land(flow.redirectTo, landing, 302)
  }
}

/** A form, as Apple posts it; as text, because a malformed one is no state either. */
async function readAnswer(c: AuthContext): Promise<URLSearchParams> {
  return c.req.method === 'POST'
    ? new URLSearchParams(await c.req.text())
    : new URL(c.req.url).searchParams
}

async function arrive(
  service: OpenIdService,
  c: AuthContext,
  flow: ProviderFlow,
  answer: URLSearchParams,
): Promise<Landing> {
  if (flow.linkingTargetId) requireSameBrowser(service, c, flow.id)
  const { person, tokens } = await meet(service, flow, answer)
  const now = service.now()
  const outcome = await service.database.transaction(async (tx) => {
    const admission = await welcome(tx, service, person, flow, senderOf(service, c))
    if (admission.status === 'refused') return admission
    const { account } = admission
    if (!flow.authCode) return openSession(tx, account, 'oauth', originOf(c), now)
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

/** By what they set out for: another identity, an invitation, or simply to sign in. */
function welcome(
  tx: Queryable,
  service: Service,
  person: Person,
  { id, linkingTargetId, inviteToken, redirectTo }: ProviderFlow,
  sender: Sender,
): Promise<Admission> {
  const visit = { redirectTo, sender }
  if (linkingTargetId) {
    const target = { accountId: linkingTargetId, flowId: id }
    return linkToAccount(tx, service, person, target, visit)
  }
  if (inviteToken) return acceptInvitation(tx, service, person, inviteToken)
  return admit(tx, service, person, visit)
}

/** Whom the provider has signed in. */
async function meet(
  service: OpenIdService,
  flow: ProviderFlow,
  answer: URLSearchParams,
): Promise<{ person: Person; tokens: ProviderTokens }> {
  const client = service.openId.get(flow.provider)
  if (!client) {
    throw badRequest(
      'oauth_provider_not_supported',
      'Unsupported provider: provider is not enabled',
    )
  }
  const code = readCode(client, answer)
  const { verifier, nonce } = flow
  const exchange = { code, verifier, redirectUri: callbackUrl(service) }
  const tokens = await client.exchangeCode(exchange).catch((cause: unknown) => {
    throw internal('Unable to exchange external code', cause)
  })
  const claims = await client.readClaims(tokens, nonce, service.now()).catch((cause: unknown) => {
    throw internal('Error getting user profile from external provider', cause)
  })
  const person = readPerson(flow.provider, claims)
  if (!person.email) throw internal('Error getting user email from external provider')
  return { person, tokens }
}

function readCode({ provider }: OpenIdClient, answer: URLSearchParams): string {
  const error = answer.get('error')
  if (error) throw new ProviderRefusal(error, answer.get('error_description') ?? '')
  // Another provider's answer must not be redeemed at this one (RFC 9207).
  const issuer = answer.get('iss')
  if (issuer !== null && issuer !== provider.issuer) {
    throw badRequest('bad_oauth_callback', 'OAuth callback from another provider')
  }
  const code = answer.get('code')
  if (code) return code
  throw badRequest('bad_oauth_callback', 'OAuth callback with missing authorization code missing')
}
