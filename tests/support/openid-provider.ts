// A real OpenID provider on a port of its own, with a sign-in page where anybody may say who they are.
// It can be told to lie: its id tokens are then changed, or signed by a key that is not its own.
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

export interface Lies {
  claims?: (claims: JWTPayload) => JWTPayload
  /** Signed by somebody else under the name of the provider's key. */
  isForged?: boolean
  /** What the userinfo endpoint tells beside or instead of the truth. */
  userInfo?: Record<string, unknown>
}

export interface TestProvider {
  settings: OpenIdProvider
  /** Everybody who has an account there, by their id. */
  people: Map<string, Profile>
  /** Empty again when told the truth: `provider.lies = {}`. */
  lies: Lies
  /** How many requests came to each address. */
  requests: Map<string, number>
  /** An id token as the provider would issue it to an app. */
  issue(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

const clientId = 'gardens-and-grounds'
// With characters that have to be encoded on their way in a header.
const clientSecret = 'a secret & more: 100% of it'
const kid = 'the-key'

export interface Habits {
  /** Takes the secret in the form only, and tells everything in the id token. */
  isTalkative?: boolean
}

export async function startOpenIdProvider(
  redirectUris: string[],
  { isTalkative = false }: Habits = {},
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
    if (oidc?.route === 'userinfo') context.body = { ...body, ...made.lies.userInfo }
    if (oidc?.route !== 'token' || typeof body?.id_token !== 'string') return
    const claims = decodeJwt(body.id_token)
    context.body = { ...body, id_token: await sign(made.lies.claims?.(claims) ?? claims) }
  })
  const listener = provider.callback()

  /** Nobody is asked for consent: the grant is there already. */
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
    const key = made.lies.isForged ? stranger.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  }

  const made: TestProvider = {
    settings: { name: 'custom:hopyard', label: 'Hopyard ID', issuer, clientId, clientSecret },
    people,
    lies: {},
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

/** Whoever gives an address as their name is known by it, so that a browser needs no preparation. */
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
