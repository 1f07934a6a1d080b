// Turns a session into the token response: an access token with its claims, and a refresh token.
import { userJson } from '../accounts/user-json.ts'
import { type Account, audience } from '../accounts/users.ts'
import { externalUrl, type Service } from '../service.ts'
import { customClaims } from './access-token-hook.ts'
import { accountFor, parseScopes } from './client-scopes.ts'
import { type IssuedSession, levelOf, type MethodUse, type Session } from './sessions.ts'

export interface TokenBody {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: object
}

export async function tokenBody(service: Service, issued: IssuedSession): Promise<TokenBody> {
  const issuedAt = Math.floor(service.now().getTime() / 1000)
  const expiresIn = service.config.jwtExpirySeconds
  return {
    access_token: await signAccessToken(service, issued, issuedAt),
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: issued.refreshToken,
    user: userJson(issued.account),
  }
}

/** The JSON of a session that was opened or refreshed; redirects and /oauth/token write their own. */
export async function tokenResponse(
  service: Service,
  issued: IssuedSession,
  extra: object = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = await tokenBody(service, issued)
  return Response.json(
    { ...body, ...extra },
    {
      headers: {
        'Cache-Control': 'no-store',
        'sb-auth-user-id': issued.account.id,
        'sb-auth-session-id': issued.session.id,
        'sb-auth-refresh-token-prefix': issued.refreshToken.slice(0, 5),
        ...headers,
      },
    },
  )
}

/** Adds the identity provider for single sign-on: such an account has only its provider's identity. */
function methodsOf({ identities }: Account, { amr }: Session): MethodUse[] {
  const provider = identities[0]?.provider.replace(/^sso:/, '')
  return amr.map((use) => (use.method === 'sso/saml' ? { ...use, provider } : use))
}

/** An OAuth client can read its access token, so the token contains only what the scopes cover. */
function accountOf({ account, session }: IssuedSession): Account {
  return session.oauth_client_id ? accountFor(account, parseScopes(session.scopes)) : account
}

async function signAccessToken(
  service: Service,
  issued: IssuedSession,
  issuedAt: number,
): Promise<string> {
  const { session } = issued
  const account = accountOf(issued)
  const claims = {
    iss: externalUrl(service),
    sub: account.id,
    aud: account.aud ?? audience,
    exp: issuedAt + service.config.jwtExpirySeconds,
    iat: issuedAt,
    email: account.email ?? '',
    phone: account.phone ?? '',
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    role: account.role ?? '',
    aal: levelOf(session),
    amr: methodsOf(account, session),
    session_id: session.id,
    is_anonymous: account.is_anonymous,
    ...(session.oauth_client_id
      ? { client_id: session.oauth_client_id, scope: session.scopes ?? '' }
      : {}),
  }
  return service.keys.sign(await customClaims(service, claims, issued))
}
