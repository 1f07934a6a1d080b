// An OAuth client of the auth service, built on a generic OAuth library: what the library accepts,
// other clients accept.
import type { GoTrueClient } from '@supabase/auth-js'
import * as oauth from 'oauth4webapi'
import { confirmedPerson } from './auth-mails.ts'
import { type AuthService, siteUrl } from './auth-service.ts'

export const issuer = `${siteUrl}/auth/v1`
const back = 'https://rota.example/back'

type Registration = Parameters<AuthService['admin']['oauth']['createClient']>[0]

export interface OauthClient {
  id: string
  secret: string
  redirectUri: string
  server: oauth.AuthorizationServer
  client: oauth.Client
  clientAuth: oauth.ClientAuth
  /** Options with which the library calls the service under test. */
  options: Record<symbol, unknown>
}

export async function registerOauthClient(
  service: AuthService,
  registration: Partial<Registration> = {},
): Promise<OauthClient> {
  const { data, error } = await service.admin.oauth.createClient({
    client_name: 'Rota',
    redirect_uris: [back],
    ...registration,
  })
  if (error) throw error
  const { client_id: id, client_secret: secret = '', token_endpoint_auth_method: method } = data
  const ways = {
    none: oauth.None,
    client_secret_post: () => oauth.ClientSecretPost(secret),
    client_secret_basic: () => oauth.ClientSecretBasic(secret),
  }
  const options = {
    [oauth.customFetch]: (url: string, init: RequestInit) =>
      service.request(url.slice(issuer.length), init),
    [oauth.allowInsecureRequests]: true,
  }
  const address = new URL(issuer)
  const server = await oauth.processDiscoveryResponse(
    address,
    await oauth.discoveryRequest(address, options),
  )
  return {
    id,
    secret,
    redirectUri: data.redirect_uris[0] ?? back,
    server,
    client: { client_id: id },
    clientAuth: ways[method](),
    options,
  }
}

export interface AuthorizationFlow {
  /** The id under which the consent page reads the request. */
  authorizationId: string
  verifier: string
  state: string
  nonce: string
}

export type Asked = Record<string, string>

/** The authorisation URL of the client. */
export async function authorizeUrl(app: OauthClient, asked: Asked = {}) {
  const verifier = oauth.generateRandomCodeVerifier()
  const query = {
    client_id: app.id,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...asked,
  }
  const kept = Object.entries(query).filter(([, value]) => value !== '')
  return { verifier, query, path: `/oauth/authorize?${new URLSearchParams(kept)}` }
}

/** Opens the authorisation URL, which redirects to the consent page. */
export async function setOut(service: AuthService, app: OauthClient, asked: Asked = {}) {
  const { verifier, query, path } = await authorizeUrl(app, asked)
  const answer = await service.request(path)
  const target = new URL(answer.headers.get('location') ?? '')
  const authorizationId = target.searchParams.get('authorization_id') ?? ''
  if (answer.status !== 302 || !authorizationId) {
    throw new Error(`The browser was sent to ${target.href}`)
  }
  const { state, nonce } = query
  return { authorizationId, verifier, state, nonce } satisfies AuthorizationFlow
}

/** Exchanges the code of the redirect for tokens. */
export async function exchange(
  app: OauthClient,
  { state, verifier }: AuthorizationFlow,
  landed: string,
) {
  const { server, client, clientAuth, redirectUri, options } = app
  const found = oauth.validateAuthResponse(server, client, new URL(landed), state)
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuth,
    found,
    redirectUri,
    verifier,
    options,
  )
}

export async function codeFor(
  client: GoTrueClient,
  { authorizationId }: AuthorizationFlow,
): Promise<string> {
  await client.oauth.getAuthorizationDetails(authorizationId)
  const { data, error } = await client.oauth.approveAuthorization(authorizationId)
  if (error) throw error
  return data.redirect_url
}

/** A user signed in at a client, with every step before. */
export async function signedInAt(service: AuthService, asked: Asked = {}) {
  const person = await confirmedPerson(service)
  const app = await registerOauthClient(service)
  const flow = await setOut(service, app, asked)
  const landed = await codeFor(person.client, flow)
  const answer = await exchange(app, flow, landed)
  const tokens = (await answer.json()) as {
    access_token: string
    refresh_token: string
    id_token: string
  }
  return { ...person, app, flow, landed, tokens }
}
