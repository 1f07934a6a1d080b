// POST /sso: redirects a user to their company's identity provider, found by its id or by the domain
// of their email address.
import * as v from 'valibot'
import type { Endpoint } from '../context.ts'
import { withOwnFragment } from '../landing.ts'
import { notFound, validationFailed } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import { flag, pkceFields, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { readChallenge } from '../sessions/pkce.ts'
import { findByDomain, findProvider, type SsoProvider } from './providers.ts'
import { storeRelayState } from './relay-states.ts'
import type { OpenSaml } from './saml.ts'

const Body = v.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: flag,
  ...pkceFields,
})
type Body = v.InferOutput<typeof Body>

export function sso(service: Service, openSaml: OpenSaml): Endpoint {
  return async function startSso(c) {
    const body = await readBody(c, Body)
    requireOne(body)
    const challenge = readChallenge(body)
    const provider = await findRequested(service, body)
    requireEnabled(provider)
    const { protocol, own } = await openSaml()
    const redirectTo = redirectTarget(service, c, body.redirect_to)
    const state = await service.database.transaction((tx) =>
      storeRelayState(tx, { providerId: provider.id, redirectTo, challenge }, service.now()),
    )
    const url = await protocol.signInUrl(own, protocol.readIdpMetadata(provider.metadata_xml), {
      id: state.requestId,
      relayState: state.id,
      nameIdFormat: provider.name_id_format ?? protocol.persistentName,
    })
    return body.skip_http_redirect ? c.json({ url }) : c.redirect(withOwnFragment(url), 303)
  }
}

function requireOne({ provider_id: id, domain }: Body): void {
  if (id && domain) throw validationFailed('Only one of provider_id or domain supported')
  if (!id && !domain) throw validationFailed('A provider_id or domain needs to be provided')
}

async function findRequested(
  { database }: Service,
  { provider_id: id, domain }: Body,
): Promise<SsoProvider> {
  const provider = id ? await findProvider(database, id) : await findByDomain(database, domain)
  if (provider) return provider
  throw notFound(
    'sso_provider_not_found',
    id ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
  )
}

export function requireEnabled({ disabled }: SsoProvider): void {
  if (!disabled) return
  throw notFound(
    'sso_provider_disabled',
    'SSO Provider assigned for this domain is currently disabled',
  )
}
