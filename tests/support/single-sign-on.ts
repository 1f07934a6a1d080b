// What a browser does between the official client and an identity provider.
import type { AuthService } from './auth-service.ts'
import type { Answer, IdentityProvider, Tampering, Worker } from './identity-provider.ts'

/** An administrator registers the provider; returns its id here. */
export async function connect(
  service: AuthService,
  idp: IdentityProvider,
  more: object = {},
): Promise<string> {
  const answer = await asServiceRole(service, 'POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata,
    ...more,
  })
  if (answer.status !== 201) throw new Error(`The provider was refused: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

export function asServiceRole(service: AuthService, method: string, path: string, body?: unknown) {
  return service.request(path, {
    method,
    headers: { Authorization: `Bearer ${service.keys.secretKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

export async function ourMetadata(service: AuthService): Promise<string> {
  return (await service.request('/sso/saml/metadata')).text()
}

/** Posts the provider's response as a browser does, and returns the redirect target. */
export async function bring(service: AuthService, answer: Answer) {
  const response = await service.request('/sso/saml/acs', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://idp.example' },
    body: new URLSearchParams({ ...answer }).toString(),
  })
  const target = new URL(response.headers.get('location') ?? 'about:nowhere')
  return {
    status: response.status,
    page: target.origin + target.pathname,
    query: target.searchParams,
    fragment: new URLSearchParams(target.hash.slice(1)),
  }
}

/** From the official client to the provider; its response is not posted yet. */
export async function goAndSignIn(
  service: AuthService,
  idp: IdentityProvider,
  providerId: string,
  worker: Worker,
  tampering?: Tampering,
): Promise<Answer> {
  const { data, error } = await service.client().signInWithSSO({ providerId })
  if (error) throw error
  return idp.answer(data.url, await ourMetadata(service), worker, tampering)
}
