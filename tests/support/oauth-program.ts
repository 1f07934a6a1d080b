// A program that signs people in through the auth service, built on a library for OAuth that knows
// nothing of it: what the library accepts, other programs accept.
import type { GoTrueClient } from '@supabase/auth-js'
import * as oauth from 'oauth4webapi'
import { confirmedPerson } from './auth-mails.ts'
import { type AuthService, siteUrl } from './auth-service.ts'

export const issuer = `${siteUrl}/auth/v1`
const back = 'https://rota.example/back'

type Registration = Parameters<AuthService['admin']['oauth']['createClient']>[0]

export interface Program {
  id: string
  secret: string
  redirectUri: string
  server: oauth.AuthorizationServer
  client: oauth.Client
  clientAuth: oauth.ClientAuth
  /** With which the library talks to the service under test. */
  options: Record<symbol, unknown>
}

export async function writeDownProgram(
  service: AuthService,
  registration: Partial<Registration> = {},
): Promise<Program> {
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

export interface Journey {
  /** The name under which the consent page asks for the request. */
  authorizationId: string
  verifier: string
  state: string
  nonce: string
}

export type Asked = Record<string, string>

/** The address to which the program sends a browser. */
export async function authorizeUrl(program: Program, asked: Asked = {}) {
  const verifier = oauth.generateRandomCodeVerifier()
  const query = {
    client_id: program.id,
    redirect_uri: program.redirectUri,
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

/** The browser comes, and is sent on to the consent page. */
export async function setOut(service: AuthService, program: Program, asked: Asked = {}) {
  const { verifier, query, path } = await authorizeUrl(program, asked)
  const answer = await service.request(path)
  const target = new URL(answer.headers.get('location') ?? '')
  const authorizationId = target.searchParams.get('authorization_id') ?? ''
  if (answer.status !== 302 || !authorizationId) {
    throw new Error(`The browser was sent to ${target.href}`)
  }
  const { state, nonce } = query
  return { authorizationId, verifier, state, nonce } satisfies Journey
}

/** The browser came back with a code: the program's request for tokens, answered. */
export async function exchange(program: Program, { state, verifier }: Journey, landed: string) {
  const { server, client, clientAuth, redirectUri, options } = program
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

export async function codeFor(client: GoTrueClient, { authorizationId }: Journey): Promise<string> {
  await client.oauth.getAuthorizationDetails(authorizationId)
  const { data, error } = await client.oauth.approveAuthorization(authorizationId)
  if (error) throw error
  return data.redirect_url
}

/** Somebody signed in at a program, and everything that led there. */
export async function signedInAt(service: AuthService, asked: Asked = {}) {
  const person = await confirmedPerson(service)
  const program = await writeDownProgram(service)
  const journey = await setOut(service, program, asked)
  const landed = await codeFor(person.client, journey)
  const answer = await exchange(program, journey, landed)
  const tokens = (await answer.json()) as {
    access_token: string
    refresh_token: string
    id_token: string
  }
  return { ...person, program, journey, landed, tokens }
}
