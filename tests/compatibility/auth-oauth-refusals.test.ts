// What the OAuth server refuses: invalid requests, and everything that an OAuth client may not do
// with a user's token.
import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { type AuthService, goodPassword, openAuth } from '#tests/support/auth-service.ts'
import { contractEngines, type EngineName } from '#tests/support/databases.ts'
import {
  type Asked,
  authorizeUrl,
  codeFor,
  exchange,
  registerOauthClient,
  setOut,
  signedInAt,
} from '#tests/support/oauth-client.ts'

function openServer(engine: EngineName) {
  return openAuth(engine, {
    service: { isOauthServer: true },
    shared: {
      isOauthServer: true,
      keyOptions: { signingKeys: [{ kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') }] },
    },
  })
}

describe.each(contractEngines)('%s', (engine) => {
  const auth = openServer(engine)

  test.each<[Asked, number, string, string]>([
    [{ client_id: '' }, 400, 'validation_failed', 'client_id is required'],
    [{ redirect_uri: '' }, 400, 'validation_failed', 'redirect_uri is required'],
    [{ client_id: 'rota' }, 400, 'oauth_client_not_found', 'invalid client_id format'],
    [{ client_id: randomUUID() }, 400, 'oauth_client_not_found', 'invalid client_id'],
    [{ redirect_uri: 'https://rota.example/' }, 400, 'validation_failed', 'invalid redirect_uri'],
    [
      { redirect_uri: 'https://rota.example/back/' },
      400,
      'validation_failed',
      'invalid redirect_uri',
    ],
    [
      { redirect_uri: 'https://rota.example/back?x=1' },
      400,
      'validation_failed',
      'invalid redirect_uri',
    ],
  ])('a request with %o goes nowhere', async (asked, status, code, text) => {
    const app = await registerOauthClient(auth.service)
    const answer = await auth.service.request((await authorizeUrl(app, asked)).path)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error_code: code, msg: text })
  })

  test.each<[Asked, string]>([
    [{ response_type: 'token' }, 'only response_type=code is supported'],
    [{ scope: 'email admin' }, 'unsupported scope: admin'],
    [{ scope: ' ' }, 'scope parameter cannot be empty'],
    [{ nonce: 'n'.repeat(256) }, 'nonce is too long'],
    [{ resource: 'tables' }, 'resource must be an absolute URI'],
    [{ resource: 'https://a.example/#x' }, 'resource must not include a fragment component'],
    [{ resource: 'https://a.example/?x' }, 'resource must not include a query component'],
    [{ code_challenge: '' }, 'PKCE flow requires both code_challenge and code_challenge_method'],
    [{ code_challenge_method: 'plain' }, "code_challenge_method must be 'S256'"],
    [{ code_challenge: 'short' }, 'code_challenge must be between 43 and 128 characters'],
    [{ code_challenge: '?'.repeat(43) }, 'code_challenge is not base64url'],
  ])('a request with %o goes back to its client', async (asked, text) => {
    const app = await registerOauthClient(auth.service)
    const { path, query } = await authorizeUrl(app, asked)
    const answer = await auth.service.request(path)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(answer.status).toBe(302)
    expect(target.origin + target.pathname).toBe(app.redirectUri)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'invalid_request',
      error_description: text,
      state: query.state,
    })
  })

  test('no ID token is promised where nobody could verify it', async () => {
    const app = await registerOauthClient(auth.shared)
    expect(app.server.scopes_supported).not.toContain('openid')
    const answer = await auth.shared.request((await authorizeUrl(app)).path)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.searchParams.get('error_description')).toBe('unsupported scope: openid')
  })

  test("nobody sees or answers another's request, nor one whose time is over", async () => {
    const first = await confirmedPerson(auth.service)
    const second = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const gone = { status: 404, code: 'oauth_authorization_not_found' }
    const { authorizationId } = await setOut(auth.service, app)
    const unseen = await first.client.oauth.approveAuthorization(authorizationId)
    expect(unseen.error).toMatchObject(gone)
    await first.client.oauth.getAuthorizationDetails(authorizationId)
    for (const { error } of [
      await second.client.oauth.getAuthorizationDetails(authorizationId),
      await second.client.oauth.approveAuthorization(authorizationId),
      await second.client.oauth.denyAuthorization(authorizationId),
      await first.client.oauth.getAuthorizationDetails('a'.repeat(32)),
    ]) {
      expect(error).toMatchObject({ ...gone, message: 'authorization not found' })
    }
    auth.service.moveClock(601)
    await first.client.refreshSession()
    const late = await first.client.oauth.approveAuthorization(authorizationId)
    expect(late.error).toMatchObject(gone)
  })

  test("a page of another site cannot answer in somebody's name", async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { authorizationId } = await setOut(auth.service, app)
    const { data } = await client.getSession()
    const answer = await auth.service.post(
      `/oauth/authorizations/${authorizationId}/consent`,
      { action: 'approve' },
      { Authorization: `Bearer ${data.session?.access_token}`, Origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ msg: 'unauthorized request origin' })
  })

  test('an answer is yes or no', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { authorizationId } = await setOut(auth.service, app)
    const { data } = await client.getSession()
    const answer = await auth.service.post(
      `/oauth/authorizations/${authorizationId}/consent`,
      { action: 'perhaps' },
      { Authorization: `Bearer ${data.session?.access_token}` },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ msg: "action must be 'approve' or 'deny'" })
  })

  test('whoever has a second factor lets an OAuth client in only after proving it', async () => {
    const { client, email } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    if (!factor) throw new Error('no factor')
    const epoch = Math.floor(auth.service.deps.now().getTime() / 1000)
    const code = await generate({ secret: factor.totp.secret, epoch })
    await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    const thief = auth.service.client()
    await thief.signInWithPassword({ email, password: goodPassword })
    const flow = await setOut(auth.service, app)
    const refused = await thief.oauth.getAuthorizationDetails(flow.authorizationId)
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const answer = await exchange(app, flow, await codeFor(client, flow))
    expect(answer.status).toBe(200)
  })

  test('an OAuth client learns who somebody is and does nothing else in their name', async () => {
    const { tokens, client, email } = await signedInAt(auth.service)
    const bearer = { Authorization: `Bearer ${tokens.access_token}` }
    for (const [method, path] of [
      ['PUT', '/user'],
      ['GET', '/reauthenticate'],
      ['POST', '/factors'],
      ['GET', '/passkeys'],
      ['GET', '/oauth/authorizations/x'],
      ['GET', '/user/oauth/grants'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{}' }
      const answer = await auth.service.request(path, { method, headers: bearer, ...body })
      expect([path, answer.status]).toEqual([path, 403])
      expect(await answer.json()).toMatchObject({ error_code: 'insufficient_scope' })
    }
    const read = await auth.service.request('/user', { headers: bearer })
    expect(await read.json()).toMatchObject({ email })
    const other = await registerOauthClient(auth.service)
    const journey = await setOut(auth.service, other)
    const landed = await codeFor(client, journey)
    const out = await auth.service.request('/logout', { method: 'POST', headers: bearer })
    expect(out.status).toBe(204)
    // What the user began elsewhere is not the client's to end.
    expect((await exchange(other, journey, landed)).status).toBe(200)
    expect((await userinfo(auth.service, tokens.access_token)).status).toBe(403)
    expect((await client.getUser()).error).toBeNull()
  })

  test('a banned account is let in nowhere', async () => {
    const { client, id } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const flow = await setOut(auth.service, app)
    const landed = await codeFor(client, flow)
    await auth.service.admin.updateUserById(id, { ban_duration: '24h' })
    expect(await (await exchange(app, flow, landed)).json()).toEqual({
      error: 'access_denied',
      error_description: 'User is banned',
    })
  })
})

function userinfo(service: AuthService, token: string) {
  return service.request('/oauth/userinfo', { headers: { Authorization: `Bearer ${token}` } })
}
