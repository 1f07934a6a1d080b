// POST /sso/saml/acs: the assertion consumer service. A user returns from their identity provider
// with its signed response. The reply is a redirect with the session, a PKCE code or the error in the
// URL.

import { isUuid } from '../../http/uuid.ts'
import type { Problem } from '../../problem.ts'
import { findOrOpenExternal } from '../accounts/external-accounts.ts'
import { type AuthContext, clientInfoOf, type Endpoint } from '../context.ts'
import { problemFields, sessionFragment, withOwnFragment } from '../landing.ts'
import { badRequest, notFound, validationFailed } from '../problems.ts'
import { isAllowedTarget } from '../redirects.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenBody } from '../sessions/token-response.ts'
import { spendProof } from '../spent-proofs.ts'
import type { Assertion } from './assertion.ts'
import { identityOf } from './identity.ts'
import { findByEntityId, findProvider, type SsoProvider } from './providers.ts'
import { issueFlowCode, takeRelayState } from './relay-states.ts'
import type { OpenSaml } from './saml.ts'
import { readSamlUser } from './saml-user.ts'
import { requireEnabled } from './sso.ts'

export function samlAcs(service: Service, openSaml: OpenSaml): Endpoint {
  return async function returnFromIdentityProvider(c) {
    const target = await land(service, openSaml, c).catch((error: unknown) => {
      const home = new URL(service.siteUrl)
      home.search = new URLSearchParams(problemFields(error)).toString()
      return { url: home, status: 303 }
    })
    return new Response(null, {
      status: target.status,
      headers: { Location: withOwnFragment(target.url.href), 'Cache-Control': 'no-store' },
    })
  }
}

async function land(service: Service, openSaml: OpenSaml, c: AuthContext) {
  const form = new URLSearchParams(await c.req.text())
  const visit = await readVisit(service, openSaml, form)
  requireEnabled(visit.provider)
  const assertion = await readResponse(service, openSaml, visit)
  const outcome = await signIn(service, c, visit, assertion)
  const url = new URL(visit.redirectTo)
  if (typeof outcome === 'string') {
    url.searchParams.set('code', outcome)
  } else {
    const fragment = sessionFragment(await tokenBody(service, outcome))
    url.hash = new URLSearchParams(fragment).toString()
  }
  return { url, status: 302 }
}

interface Visit {
  provider: SsoProvider
  samlResponse: string
  redirectTo: string
  /** Undefined when the identity provider started the sign-in. */
  requestId: string | undefined
  flowId: string | null
}

async function readVisit(
  service: Service,
  openSaml: OpenSaml,
  form: URLSearchParams,
): Promise<Visit> {
  const relayState = form.get('RelayState') ?? ''
  const samlResponse = form.get('SAMLResponse') ?? ''
  if (!samlResponse) throw validationFailed('SAMLResponse is missing')
  if (isUuid(relayState)) {
    const { database } = service
    const request = await takeRelayState(database, relayState, service.now())
    const provider = await findProvider(database, request.providerId)
    return { ...request, samlResponse, provider: provider ?? noConnection() }
  }
  if (relayState !== '' && !URL.canParse(relayState)) {
    throw validationFailed('SAML RelayState is not a valid UUID or URL')
  }
  return {
    samlResponse,
    provider: await findSender(service, openSaml, samlResponse),
    redirectTo: isAllowedTarget(service, relayState) ? relayState : `${service.siteUrl}/auth`,
    requestId: undefined,
    flowId: null,
  }
}

/** Finds the provider by the issuer in the response; the signature is checked later. */
async function findSender(
  { database }: Service,
  openSaml: OpenSaml,
  samlResponse: string,
): Promise<SsoProvider> {
  const { protocol } = await openSaml()
  const issuer = await Promise.resolve(samlResponse)
    .then(protocol.readIssuer)
    .catch((cause: unknown) => {
      throw badRequest('validation_failed', 'SAMLResponse is not a valid XML SAML assertion', cause)
    })
  return (await findByEntityId(database, issuer)) ?? noConnection()
}

function noConnection(): never {
  throw notFound(
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  )
}

async function readResponse(
  service: Service,
  openSaml: OpenSaml,
  { provider, samlResponse, requestId }: Visit,
): Promise<Assertion> {
  const { protocol, own } = await openSaml()
  const idp = protocol.readIdpMetadata(provider.metadata_xml)
  const expected = {
    entityId: provider.entity_id,
    acsUrl: own.acsUrl,
    requestId,
    now: service.now(),
  }
  return protocol.readResponse(own, idp, samlResponse, expected).catch((cause: unknown) => {
    throw refusal(service, cause)
  })
}

/** Log the reason; do not return it, it would help an attacker. */
function refusal({ logError }: Service, cause: unknown): Problem {
  logError(cause)
  return badRequest('validation_failed', 'SAML Assertion is not valid', cause)
}

async function signIn(
  service: Service,
  c: AuthContext,
  { provider, flowId }: Visit,
  assertion: Assertion,
) {
  const samlUser = readSamlUser(assertion, provider.attribute_mapping ?? {})
  const now = service.now()
  return service.database.transaction(async (tx) => {
    const proof = { id: `${provider.id} ${assertion.id}`, expiresAt: assertion.expiresAt }
    const isNew = await spendProof(tx, { kind: 'saml', ...proof })
    if (!isNew) throw refusal(service, new Error('An assertion was sent twice'))
    const account = await findOrOpenExternal(tx, service, identityOf(provider, samlUser))
    const notAfter = assertion.sessionEndsAt ?? null
    if (flowId) return issueFlowCode(tx, flowId, { userId: account.id, notAfter }, now)
    return openSession(tx, account, 'sso/saml', clientInfoOf(c), now, { notAfter })
  })
}
