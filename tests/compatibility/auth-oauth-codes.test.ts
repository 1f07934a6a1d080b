// Errors of the token endpoint: reused, expired or misdirected codes, and clients that fail to
// authenticate.
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { type AuthService, openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  codeFor,
  exchange,
  type OauthClient,
  registerOauthClient,
  setOut,
  signedInAt,
} from '#tests/support/oauth-client.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { isOauthServer: true } })

  test('a code is kept as a hash and lives for a minute', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const flow = await setOut(auth.service, app)
    const landed = await codeFor(client, flow)
    const code = new URL(landed).searchParams.get('code') ?? ''
    const { rows } = await auth.database.query<{ authorization_code: string }>(
      'select authorization_code from auth.oauth_authorizations where authorization_id = $1',
      [flow.authorizationId],
    )
    const hash = createHash('sha256').update(code).digest('base64url')
    expect(rows).toEqual([{ authorization_code: hash }])
    auth.service.moveClock(61)
    const answer = await exchange(app, flow, landed)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'Authorization code has expired',
    })
  })

  test('a code that comes again ends the session that it opened', async () => {
    const { app, flow, landed, tokens } = await signedInAt(auth.service)
    const again = await exchange(app, flow, landed)
    expect(again.status).toBe(400)
    expect(await again.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'Invalid authorization code',
    })
    const answer = await userinfo(auth.service, tokens.access_token)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_code: 'session_not_found' })
  })

  test('of two who bring one code at once, one is let in and then out again', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const flow = await setOut(auth.service, app)
    const landed = await codeFor(client, flow)
    const answers = await Promise.all([exchange(app, flow, landed), exchange(app, flow, landed)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { rows } = await auth.database.query(
      'select from auth.sessions where oauth_client_id = $1',
      [app.id],
    )
    expect(rows).toEqual([])
  })

  test('a code is for its client, its verifier and its address alone', async () => {
    const { client } = await confirmedPerson(auth.service)
    const app = await registerOauthClient(auth.service)
    const stranger = await registerOauthClient(auth.service)
    const flow = await setOut(auth.service, app)
    const code = new URL(await codeFor(client, flow)).searchParams.get('code') ?? ''
    const send = async (by: OauthClient, form: Record<string, string>) => {
      const answer = await sendForm(auth.service, by, {
        grant_type: 'authorization_code',
        code,
        code_verifier: flow.verifier,
        ...form,
      })
      return [
        answer.status,
        ((await answer.json()) as { error_description: string }).error_description,
      ]
    }
    expect(await send(stranger, {})).toEqual([
      400,
      'Authorization code was not issued for this client',
    ])
    expect(await send(app, { code_verifier: 'x'.repeat(43) })).toEqual([
      400,
      'PKCE verification failed: code challenge does not match previously saved code verifier',
    ])
    expect(await send(app, { code_verifier: '' })).toEqual([
      400,
      'PKCE verification failed: code_verifier is required when PKCE challenge is present',
    ])
    expect(await send(app, { redirect_uri: 'https://evil.example' })).toEqual([
      400,
      'Invalid redirect_uri',
    ])
    expect(await send(app, { resource: 'https://a.example' })).toEqual([
      400,
      'Authorization code resource does not match the resource parameter',
    ])
    expect(await send(app, {})).toEqual([200, undefined])
  })

  test('an OAuth client that does not prove who it is gets nothing', async () => {
    const app = await registerOauthClient(auth.service)
    const refused = async (headers: Record<string, string>, form: Record<string, string>) => {
      const answer = await auth.service.request('/oauth/token', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', ...form }),
      })
      expect(answer.status).toBe(400)
      const { error, error_description: text } = (await answer.json()) as Record<string, string>
      expect(error).toBe('invalid_client')
      return text
    }
    const basic = (text: string) => ({ Authorization: `Basic ${btoa(text)}` })
    expect(await refused({}, {})).toBe('Client authentication required')
    expect(await refused({}, { client_id: 'rota' })).toBe('Invalid client_id format')
    expect(await refused(basic('nobody'), {})).toBe('Invalid basic auth format')
    expect(await refused(basic(`${app.id}:wrong`), {})).toBe('Invalid client credentials')
    expect(await refused(basic(`${randomUUID()}:x`), {})).toBe('Invalid client credentials')
    expect(await refused({}, { client_id: app.id })).toBe(
      'Client is registered for client_secret_basic, not none',
    )
  })

  test('a grant that an OAuth client was not written down for is refused', async () => {
    const app = await registerOauthClient(auth.service, { grant_types: ['authorization_code'] })
    for (const type of ['refresh_token', 'password', 'client_credentials']) {
      const answer = await sendForm(auth.service, app, { grant_type: type })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        error: 'unsupported_grant_type',
        error_description: `Client is not allowed to use grant type: ${type}`,
      })
    }
    const { client } = await confirmedPerson(auth.service)
    const flow = await setOut(auth.service, app)
    const answer = await exchange(app, flow, await codeFor(client, flow))
    expect(await answer.json()).not.toHaveProperty('refresh_token')
  })

  test('JSON is read as a form is, and what is neither is refused in the shape of OAuth', async () => {
    const app = await registerOauthClient(auth.service, {
      token_endpoint_auth_method: 'client_secret_post',
    })
    const send = (body: unknown) => auth.service.post('/oauth/token', body)
    const { id, secret } = app
    const proof = { client_id: id, client_secret: secret }
    const known = await send({
      ...proof,
      grant_type: 'refresh_token',
      refresh_token: 'a'.repeat(12),
    })
    expect(await known.json()).toMatchObject({ error: 'invalid_grant' })
    expect(await (await send('{oops')).json()).toEqual({
      error: 'invalid_request',
      error_description: 'Invalid JSON body',
    })
    expect(await (await send(proof)).json()).toEqual({
      error: 'invalid_request',
      error_description: 'grant_type is required',
    })
  })
})

function userinfo(service: AuthService, token: string) {
  return service.request('/oauth/userinfo', { headers: { Authorization: `Bearer ${token}` } })
}

function sendForm(service: AuthService, { id, secret }: OauthClient, form: Record<string, string>) {
  return service.request('/oauth/token', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams(form),
  })
}
