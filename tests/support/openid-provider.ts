// A real OpenID provider on its own port, whose sign-in page accepts any identity. It can be made to
// lie: its id tokens are then changed, or signed by another key.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import type { OpenIdProvider } from '#backend/auth/settings.ts'

export interface Profile {
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

export interface Overrides {
  claims?: (claims: JWTPayload) => JWTPayload
  /** Signed by another key under the provider's key id. */
  isForged?: boolean
  /** Claims that the userinfo endpoint adds or replaces. */
  userInfo?: Record<string, unknown>
}

export interface TestProvider {
  settings: OpenIdProvider
  /** The provider's users, by id. */
  people: Map<string, Profile>
  /** Reset with `provider.overrides = {}`. */
  overrides: Overrides
  /** Number of requests per path. */
  requests: Map<string, number>
  /** An id token as issued to an app. */
  issue(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

const clientId = 'gardens-and-grounds'
// With characters that need encoding in a header.
const clientSecret = 'a secret & more: 100% of it'
const kid = 'the-key'

export interface ProviderOptions {
  /** Accepts the secret only in the form body, and puts all claims into the id token. */
  isTalkative?: boolean
}

export async function startOpenIdProvider(
  redirectUris: string[],
  { isTalkative = false }: ProviderOptions = {},
): Promise<TestProvider> {
  const authMethod = isTalkative ? 'client_secret_post' : 'client_secret_basic'
  const own = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256')
  const people = new Map<string, Profile>()
  const requests = new Map<string, number>()

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    conformIdTokenClaims: !isTalkative,
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...(people.get(accountId) ?? namedByAddress(accountId)) }),
    }),
    loadExistingGrant,
  })
  provider.use(async (context, next) => {
    await next()
    const { oidc, body } = context
    if (oidc?.route === 'userinfo') context.body = { ...body, ...made.overrides.userInfo }
    if (oidc?.route !== 'token' || typeof body?.id_token !== 'string') return
    const claims = decodeJwt(body.id_token)
    context.body = { ...body, id_token: await sign(made.overrides.claims?.(claims) ?? claims) }
  })
  const listener = provider.callback()

  /** Skips consent: the grant exists already. */
  async function loadExistingGrant({ oidc }: GrantContext) {
    const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope(oidc.params.scope)
    await grant.save()
    return grant
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer)
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
    if (!pathname.startsWith('/sign-in/')) return void listener(request, response)
    if (request.method !== 'POST') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(signInPage)
      return
    }
    const form = new URLSearchParams(await readText(request))
    const result = form.has('refuse')
      ? { error: 'access_denied', error_description: 'The person said no' }
      : { login: { accountId: form.get('name') ?? '' } }
    await provider.interactionFinished(request, response, result)
  }

  function sign(claims: JWTPayload): Promise<string> {
    const key = made.overrides.isForged ? stranger.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  }

  const made: TestProvider = {
    settings: { name: 'custom:hopyard', label: 'Hopyard ID', issuer, clientId, clientSecret },
    people,
    overrides: {},
    requests,
    issue: (claims) => {
      const now = Math.floor(Date.now() / 1000)
      return sign({ iss: issuer, aud: clientId, iat: now, exp: now + 600, ...claims })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return made
}

interface GrantContext {
  oidc: { session: { accountId: string }; params: { scope: string } }
}

/** A user whose id is an email address has that address, so that browser tests need no set-up. */
function namedByAddress(accountId: string): Profile {
  return accountId.includes('@') ? { email: accountId, email_verified: true } : {}
}

const signInPage = `<!doctype html><html lang="en"><title>Hopyard ID</title><h1>Hopyard ID</h1>
<form method="post"><label>Name <input name="name"></label><button>Sign in</button>
<button name="refuse" value="yes">Cancel</button></form></html>`

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
