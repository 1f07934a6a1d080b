// POST /oauth/token: an OAuth client exchanges a code or a refresh token for tokens.
import { type Account, isBanned, lockAccount } from '../accounts/users.ts'
import { type AuthContext, clientInfoOf, type Endpoint } from '../context.ts'
import type { Service } from '../service.ts'
import { parseScopes } from '../sessions/client-scopes.ts'
import { matchesChallenge } from '../sessions/pkce.ts'
import { throwTooManyAtOnce } from '../sessions/refresh-grant.ts'
import { refreshSession } from '../sessions/refresh-tokens.ts'
import { type IssuedSession, isRefreshToken, openSession } from '../sessions/sessions.ts'
import { tokenBody } from '../sessions/token-response.ts'
import {
  type AuthorizationRow,
  endSessionOfSpentCode,
  findByCode,
  findOwnerOfCode,
  spendCode,
} from './authorizations.ts'
import { authenticateClient } from './client-auth.ts'
import type { ClientRow } from './clients.ts'
import { coversScopes } from './consents.ts'
import { idToken } from './id-token.ts'
import { OauthError, writeOauthError } from './oauth-error.ts'

const fields = [
  'grant_type',
  'code',
  'refresh_token',
  'redirect_uri',
  'client_id',
  'client_secret',
  'code_verifier',
  'resource',
] as const
type Form = Record<(typeof fields)[number], string>

export function oauthToken(service: Service): Endpoint {
  return async function exchangeForTokens(c) {
    try {
      const form = await readForm(c)
      if (!form.grant_type) throw new OauthError('invalid_request', 'grant_type is required')
      const header = c.req.header('authorization')
      const client = await authenticateClient(service.database, header, form)
      return await grant(service, c, client, form)
    } catch (error) {
      return writeOauthError(c, error)
    }
  }
}

/** A form, as RFC 6749 requires, or JSON, as the official service also accepts. */
async function readForm(c: AuthContext): Promise<Form> {
  const body = await c.req.text()
  const isJson = c.req.header('content-type')?.includes('application/json')
  const read = isJson ? readJson(body) : new Map(new URLSearchParams(body))
  return Object.fromEntries(fields.map((name) => [name, read.get(name) ?? ''])) as Form
}

function readJson(body: string): Map<string, string> {
  try {
    const entries = Object.entries(JSON.parse(body) as object)
    return new Map(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    throw new OauthError('invalid_request', 'Invalid JSON body')
  }
}

function grant(service: Service, c: AuthContext, client: ClientRow, form: Form) {
  const { grant_type: type } = form
  if (!client.grant_types.split(',').includes(type)) {
    throw new OauthError(
      'unsupported_grant_type',
      `Client is not allowed to use grant type: ${type}`,
    )
  }
  return type === 'authorization_code'
    ? exchangeCode(service, c, client, form)
    : refresh(service, c, client, form)
}

async function exchangeCode(service: Service, c: AuthContext, client: ClientRow, form: Form) {
  const { code } = form
  if (!code) {
    throw new OauthError('invalid_request', 'code is required for authorization_code grant')
  }
  const now = service.now()
  const exchanged = await service.database.transaction(async (tx) => {
    const ownerId = await findOwnerOfCode(tx, code)
    const before = ownerId ? await lockAccount(tx, ownerId) : undefined
    const found = await findByCode(tx, code)
    if (!found) {
      // Not thrown, so that ending the session is committed although the request is refused.
      await endSessionOfSpentCode(tx, code)
      return undefined
    }
    requireMatch(found, client, form, now)
    if (!before || before.id !== found.user_id)
      throw invalidGrant('User not found for authorization code')
    if (isBanned(before, now)) throw new OauthError('access_denied', 'User is banned')
    if (!(await coversScopes(tx, before.id, client.id, found.scope))) {
      throw new OauthError('access_denied', 'User has taken the consent back')
    }
    const issued = await openSession(
      tx,
      before,
      'oauth_provider/authorization_code',
      clientInfoOf(c),
      now,
      { client: { clientId: client.id, scopes: found.scope } },
    )
    await spendCode(tx, found, code, issued.session.id, now)
    return { found, before, issued }
  })
  if (!exchanged) throw invalidGrant('Invalid authorization code')
  const { found, before, issued } = exchanged
  const identity = await identityOf(service, before, found)
  return c.json({ ...(await tokensOf(service, client, issued)), ...identity }, 200, noStore)
}

function requireMatch(found: AuthorizationRow, client: ClientRow, form: Form, now: Date): void {
  if (found.expires_at <= now) throw invalidGrant('Authorization code has expired')
  if (found.client_id !== client.id) {
    throw invalidGrant('Authorization code was not issued for this client')
  }
  if (form.resource && form.resource !== found.resource) {
    throw invalidGrant('Authorization code resource does not match the resource parameter')
  }
  if (form.redirect_uri && form.redirect_uri !== found.redirect_uri) {
    throw invalidGrant('Invalid redirect_uri')
  }
  if (!form.code_verifier) {
    throw invalidGrant(
      'PKCE verification failed: code_verifier is required when PKCE challenge is present',
    )
  }
  if (!matchesChallenge(form.code_verifier, found)) {
    throw invalidGrant(
      'PKCE verification failed: code challenge does not match previously saved code verifier',
    )
  }
}

async function identityOf(
  service: Service,
  account: Account,
  { scope, client_id, nonce }: AuthorizationRow,
) {
  if (!parseScopes(scope).includes('openid')) return {}
  return { id_token: await idToken(service, account, { clientId: client_id, scope, nonce }) }
}

async function refresh(service: Service, c: AuthContext, client: ClientRow, form: Form) {
  const { refresh_token: token } = form
  if (!token) {
    throw new OauthError('invalid_request', 'refresh_token is required for refresh_token grant')
  }
  if (!isRefreshToken(token)) throw invalidGrant('Refresh token is not valid')
  const refreshed = await refreshSession(service.database, token, clientInfoOf(c), {
    reuseIntervalSeconds: service.config.reuseIntervalSeconds,
    now: service.now(),
    client: client.id,
  }).catch(throwTooManyAtOnce)
  if (!('issued' in refreshed)) throw invalidGrant('Refresh token is invalid or expired.')
  return c.json(await tokensOf(service, client, refreshed.issued), 200, noStore)
}

const noStore = { 'Cache-Control': 'no-store' }

/** Without the account: a client reads what it may know at /oauth/userinfo. */
async function tokensOf(service: Service, client: ClientRow, issued: IssuedSession) {
  const body = await tokenBody(service, issued)
  const mayRefresh = client.grant_types.split(',').includes('refresh_token')
  return {
    access_token: body.access_token,
    token_type: body.token_type,
    expires_in: body.expires_in,
    ...(mayRefresh ? { refresh_token: body.refresh_token } : {}),
  }
}

function invalidGrant(description: string): OauthError {
  return new OauthError('invalid_grant', description)
}
