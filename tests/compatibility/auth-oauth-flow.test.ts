// Signing in to an OAuth client: the client uses a generic OAuth library, the consent page the
// official client.
import type { GoTrueClient } from '@supabase/auth-js'
import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { openAuth, siteUrl } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  type AuthorizationFlow,
  exchange,
  issuer,
  type OauthClient,
  registerOauthClient,
  setOut,
} from '#tests/support/oauth-client.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { isOauthServer: true },
    open: { isOauthServer: true, allowsOauthRegistration: true },
  })

  async function approve(
    client: GoTrueClient,
    { authorizationId }: AuthorizationFlow,
  ): Promise<string> {
    const shown = await client.oauth.getAuthorizationDetails(authorizationId)
    if (shown.error) throw shown.error
    const { data, error } = await client.oauth.approveAuthorization(authorizationId)
    if (error) throw error
    return data.redirect_url
  }

  async function signInAt(app: OauthClient, client: GoTrueClient) {
    const flow = await setOut(auth.service, app)
    const answer = await exchange(app, flow, await approve(client, flow))
    const { server, client: known } = app
    const tokens = await oauth.processAuthorizationCodeResponse(server, known, answer, {
      expectedNonce: flow.nonce,
      requireIdToken: true,
    })
    return { answer, tokens }
  }

  test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'an OAuth client that proves itself by %s signs somebody in',
    async (method) => {
      const { client, email, id } = await confirmedPerson(auth.service)
      await client.updateUser({ data: { full_name: 'Pat Gardener' } })
      const app = await registerOauthClient(auth.service, {
        token_endpoint_auth_method: method,
      })
      const { answer, tokens } = await signInAt(app, client)
      await oauth.validateApplicationLevelSignature(app.server, answer, app.options)
      expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({
        sub: id,
        name: 'Pat Gardener',
        email,
        email_verified: true,
        auth_time: expect.any(Number),
      })
      const { access_token: token } = tokens
      const told = await oauth.userInfoRequest(app.server, app.client, token, app.options)
      const person = await oauth.processUserInfoResponse(app.server, app.client, id, told)
      expect(person).toMatchObject({ sub: id, name: 'Pat Gardener', email, email_verified: true })
      expect(await auth.service.keys.verify(token)).toMatchObject({
        sub: id,
        client_id: app.id,
        scope: 'openid profile email',
        aal: 'aal1',
        amr: [{ method: 'oauth_provider/authorization_code' }],
      })
    },
  )

  test('the consent page learns who asks for what, and where the answer goes', async () => {
    const { client, email, id } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service, { client_uri: 'https://rota.example' })
    const { authorizationId } = await setOut(auth.service, app, { scope: 'openid email' })
    expect(authorizationId).toMatch(/^[A-Za-z0-9]{32}$/)
    const { data } = await client.oauth.getAuthorizationDetails(authorizationId)
    expect(data).toEqual({
      authorization_id: authorizationId,
      redirect_uri: app.redirectUri,
      client: { id: app.id, name: 'Rota', uri: 'https://rota.example', logo_uri: '' },
      user: { id, email },
      scope: 'openid email',
    })
  })

  test('whoever denies sends the OAuth client away with its state', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { authorizationId, state } = await setOut(auth.service, app)
    await client.oauth.getAuthorizationDetails(authorizationId)
    const { data } = await client.oauth.denyAuthorization(authorizationId)
    const told = new URL(data?.redirect_url ?? '').searchParams
    expect(Object.fromEntries(told)).toEqual({
      error: 'access_denied',
      error_description: 'User denied the request',
      state,
    })
    const again = await client.oauth.approveAuthorization(authorizationId)
    expect(again.error).toMatchObject({
      status: 400,
      message: 'authorization request cannot be processed',
    })
  })

  test('what was agreed to is not asked again, what is new is', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    await approve(client, await setOut(auth.service, app, { scope: 'openid email' }))
    const look = async (scope: string) => {
      const { authorizationId } = await setOut(auth.service, app, { scope })
      return (await client.oauth.getAuthorizationDetails(authorizationId)).data
    }
    expect(await look('email')).toEqual({
      redirect_url: expect.stringMatching(/^https:\/\/rota\.example\/back\?code=[\w-]{43}&state=/),
    })
    expect(await look('email profile')).toMatchObject({ scope: 'email profile' })
    const other = await confirmedPerson(auth.service)
    const { authorizationId } = await setOut(auth.service, app, { scope: 'email' })
    const asked = await other.client.oauth.getAuthorizationDetails(authorizationId)
    expect(asked.data).toHaveProperty('authorization_id')
  })

  test('a grant is listed, and taking it back signs the person out at the OAuth client', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { tokens } = await signInAt(app, client)
    const { data: grants } = await client.oauth.listGrants()
    expect(grants).toEqual([
      {
        client: { id: app.id, name: 'Rota', uri: '', logo_uri: '' },
        scopes: ['openid', 'profile', 'email'],
        granted_at: expect.any(String),
      },
    ])
    expect((await client.oauth.revokeGrant({ clientId: app.id })).error).toBeNull()
    expect((await client.oauth.listGrants()).data).toEqual([])
    const told = await oauth.userInfoRequest(
      app.server,
      app.client,
      tokens.access_token,
      app.options,
    )
    expect(await told.json()).toMatchObject({ error_code: 'session_not_found' })
    const again = await client.oauth.revokeGrant({ clientId: app.id })
    expect(again.error).toMatchObject({
      status: 404,
      code: 'oauth_consent_not_found',
      message: 'No active grant found for this client',
    })
    const { authorizationId } = await setOut(auth.service, app)
    const asked = await client.oauth.getAuthorizationDetails(authorizationId)
    expect(asked.data).toHaveProperty('authorization_id')
  })

  test('an OAuth client stays signed in by its refresh token, and nobody else does by it', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { tokens } = await signInAt(app, client)
    const first = tokens.refresh_token ?? ''
    const refresh = (by: OauthClient, token: string) =>
      oauth.refreshTokenGrantRequest(by.server, by.client, by.clientAuth, token, by.options)
    const answer = await refresh(app, first)
    const renewed = await oauth.processRefreshTokenResponse(app.server, app.client, answer)
    expect(renewed.refresh_token).not.toBe(first)
    expect(await auth.service.keys.verify(renewed.access_token)).toMatchObject({
      client_id: app.id,
      scope: 'openid profile email',
    })
    const stranger = await registerOauthClient(auth.service, { client_name: 'Other' })
    const refused = await refresh(stranger, renewed.refresh_token ?? '')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant' })
    const elsewhere = await auth.service.post('/token?grant_type=refresh_token', {
      refresh_token: renewed.refresh_token,
    })
    expect(elsewhere.status).toBe(400)
    expect(await elsewhere.json()).toEqual({ error: 'invalid_client' })
    // Neither attempt has invalidated the token.
    expect((await refresh(app, renewed.refresh_token ?? '')).status).toBe(200)
  })

  test("a person's own refresh token is worth nothing at the OAuth client", async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { data } = await client.getSession()
    const answer = await oauth.refreshTokenGrantRequest(
      app.server,
      app.client,
      app.clientAuth,
      data.session?.refresh_token ?? '',
      app.options,
    )
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await client.refreshSession()).error).toBeNull()
  })

  test('a deleted client is let in no longer', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const { tokens } = await signInAt(app, client)
    await auth.service.admin.oauth.deleteClient(app.id)
    const answer = await oauth.userInfoRequest(
      app.server,
      app.client,
      tokens.access_token,
      app.options,
    )
    expect(answer.status).toBe(403)
    expect((await client.oauth.listGrants()).data).toEqual([])
  })

  test('an OAuth client that registers itself gets a name and a secret', async () => {
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await auth.open.post('/oauth/clients/register', {
        client_name: 'Self',
        redirect_uris: ['https://self.example/back'],
      }),
    )
    expect(registered).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.any(String),
      registration_type: 'dynamic',
    })
    const answer = await auth.service.post('/oauth/clients/register', '{oops')
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      error_code: 'oauth_dynamic_client_registration_disabled',
      msg: 'Dynamic client registration is not enabled',
    })
  })

  test('both descriptions of the service name its addresses', async () => {
    const read = async (name: string) => {
      const answer = await auth.open.request(`/.well-known/${name}`)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
      return answer.json()
    }
    const document = await read('openid-configuration')
    expect(document).toMatchObject({
      issuer,
      authorization_endpoint: `${siteUrl}/auth/v1/oauth/authorize`,
      registration_endpoint: `${siteUrl}/auth/v1/oauth/clients/register`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email', 'phone'],
    })
    expect(await read('oauth-authorization-server')).toEqual(document)
  })
})
