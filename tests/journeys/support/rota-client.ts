// An OAuth client with its own server, where users sign in with their account here.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { post } from './dashboard.ts'

export interface RotaClient {
  /** Its sign-in URL. */
  signInUrl: string
  close(): Promise<unknown>
}

/** It shows who has signed in, or why sign-in failed. */
export async function startRota(name = 'Rota'): Promise<RotaClient> {
  const issuer = new URL(`${process.env.PRODUCT_URL?.replace('127.0.0.1', 'localhost')}/auth/v1`)
  const options = { [oauth.allowInsecureRequests]: true }
  // The location by RFC 8414, which is not below the service's path.
  const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
  const product = await oauth.processDiscoveryResponse(issuer, found)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const server = createServer((request, response) => {
    const say = (text: string) => response.end(`<!doctype html><title>Rota</title><h1>${text}</h1>`)
    response.setHeader('Content-Type', 'text/html')
    signIn(new URL(request.url ?? '', redirectUri)).then(say, ({ error }) => say(`Out: ${error}`))
  })
  const redirectUri = `${await listen(server)}/back`
  const { client_id, client_secret } = await post('auth/v1/admin/oauth/clients', {
    client_name: name,
    redirect_uris: [redirectUri],
  })
  const client = { client_id: String(client_id) }

  async function signIn(landed: URL): Promise<string> {
    const code = oauth.validateAuthResponse(product, client, landed, state)
    const proof = oauth.ClientSecretBasic(String(client_secret))
    const answer = await oauth.authorizationCodeGrantRequest(
      product,
      client,
      proof,
      code,
      redirectUri,
      verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(product, client, answer)
    return `Rota knows ${oauth.getValidatedIdTokenClaims(tokens)?.email}`
  }

  const query = new URLSearchParams({
    ...client,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return {
    signInUrl: `${product.authorization_endpoint}?${query}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
}
