// Client of one OpenID provider: the authorization URL, the code exchange and the claims.
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import { fetchWithinLimits } from '../../outgoing/limited-fetch.ts'
import type { Problem } from '../../problem.ts'
import { internal } from '../problems.ts'
import type { Service } from '../service.ts'
import type { OpenIdProvider } from '../settings.ts'
import { discovery, type ProviderMetadata } from './discovery.ts'
import {
  BadIdToken,
  belongsToToken,
  type IdToken,
  isForClient,
  publishedKeys,
  verifyIdToken,
} from './id-tokens.ts'

const Tokens = v.object({
  access_token: v.string(),
  id_token: v.string(),
  refresh_token: v.optional(v.string()),
})
export type ProviderTokens = v.InferOutput<typeof Tokens>

export interface AuthorizationRequest {
  redirectUri: string
  state: string
  nonce: string
  codeChallenge: string
  /** In addition to the default scopes. */
  scopes: string[]
  /** Passed on unchanged, such as `prompt` or `login_hint`. */
  further: Record<string, string>
}

export interface CodeExchange {
  code: string
  verifier: string
  redirectUri: string
}

export interface OpenIdClient {
  provider: OpenIdProvider
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  exchangeCode(exchange: CodeExchange): Promise<ProviderTokens>
  /** Checks signature, issuer and times; throws `BadIdToken`. */
  verify(idToken: string, now: Date): Promise<IdToken>
  /** The verified claims of the ID token, completed by userinfo. */
  readClaims(tokens: ProviderTokens, nonce: string, now: Date): Promise<JWTPayload>
}

export interface OpenIdService extends Service {
  /** The enabled providers by name; each caches its metadata and keys. */
  openId: Map<string, OpenIdClient>
}

export function openIdService(service: Service): OpenIdService {
  const clients = service.config.providers.map((one) => [one.name, openIdClient(one)] as const)
  return { ...service, openId: new Map(clients) }
}

function openIdClient(provider: OpenIdProvider): OpenIdClient {
  const metadata = discovery(provider.issuer)
  let keys: { uri: string; get: JWTVerifyGetKey } | undefined

  async function verify(idToken: string, now: Date): Promise<IdToken> {
    const { jwks_uri: uri } = await metadata()
    if (keys?.uri !== uri) keys = { uri, get: publishedKeys(uri) }
    return verifyIdToken(idToken, keys.get, { issuer: provider.issuer, now })
  }

  return {
    provider,
    verify,
    async authorizationUrl(request) {
      return authorizationUrl(provider, await metadata(), request)
    },
    async exchangeCode(exchange) {
      return exchangeCode(provider, await metadata(), exchange)
    },
    async readClaims(tokens, nonce, now) {
      const idToken = await verify(tokens.id_token, now)
      const { claims } = idToken
      if (!isForClient(claims, provider.clientId)) throw new BadIdToken('It is for another client')
      if (claims.nonce !== nonce) throw new BadIdToken('It belongs to another sign-in')
      if (!claims.sub) throw new BadIdToken('It says nothing about who came')
      if (!belongsToToken(idToken, tokens.access_token)) {
        throw new BadIdToken('It belongs to another access token')
      }
      return withUserInfo(claims, await metadata(), tokens.access_token)
    },
  }
}

/** A message for the user; the cause is logged. */
export function unreachable({ provider }: OpenIdClient, cause: unknown): Problem {
  return internal(`${provider.label} cannot be reached at the moment. Please try again.`, cause)
}

function authorizationUrl(
  { clientId }: OpenIdProvider,
  metadata: ProviderMetadata,
  request: AuthorizationRequest,
): string {
  const url = new URL(metadata.authorization_endpoint)
  const scope = [...new Set(['openid', 'email', 'profile', ...request.scopes])].join(' ')
  const parameters = {
    ...request.further,
    client_id: clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

async function exchangeCode(
  { clientId, clientSecret }: OpenIdProvider,
  metadata: ProviderMetadata,
  { code, verifier, redirectUri }: CodeExchange,
): Promise<ProviderTokens> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const headers = new Headers({ Accept: 'application/json' })
  // The default is the header (OpenID Connect Discovery 3).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (methods.includes('client_secret_basic')) {
    const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`
    headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  } else {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }
  const response = await fetchWithinLimits(metadata.token_endpoint, {
    method: 'POST',
    headers,
    body,
  })
  if (!response.ok) {
    throw new Error(`${metadata.token_endpoint} answered a code with ${response.status}`)
  }
  return v.parse(Tokens, await response.json())
}

const formEncode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/** Some providers return the address only from the userinfo endpoint. */
async function withUserInfo(
  claims: JWTPayload,
  { userinfo_endpoint: endpoint }: ProviderMetadata,
  accessToken: string,
): Promise<JWTPayload> {
  if (claims.email !== undefined || endpoint === undefined) return claims
  const response = await fetchWithinLimits(endpoint, {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`${endpoint} answered with ${response.status}`)
  const userInfo = v.parse(v.looseObject({ sub: v.string() }), await response.json())
  // Userinfo of another subject must not be used (OpenID Connect Core 5.3.2).
  if (userInfo.sub !== claims.sub) throw new Error(`${endpoint} returned another subject`)
  return { ...userInfo, ...claims }
}
