// What the OAuth flow refuses: requests that are not right, codes that come again or to the wrong
// place, and everything that a program may not do with somebody's token.
import { createHash, randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { type AuthService, goodPassword, openAuth } from '#tests/support/auth-service.ts'
import { type EngineName, engines } from '#tests/support/databases.ts'
import {
  type Asked,
  authorizeUrl,
  exchange,
  type Journey,
  type Program,
  setOut,
  writeDownProgram,
} from '#tests/support/oauth-program.ts'

function openServer(engine: EngineName) {
  return openAuth(engine, {
    service: { oauthServer: true },
    shared: {
      oauthServer: true,
      keyOptions: { signingKeys: [{ kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') }] },
    },
  })
}

async function codeFor(client: GoTrueClient, { authorizationId }: Journey): Promise<string> {
  await client.oauth.getAuthorizationDetails(authorizationId)
  const { data, error } = await client.oauth.approveAuthorization(authorizationId)
  if (error) throw error
  return data.redirect_url
}

/** Somebody signed in at a program, and everything that led there. */
async function signedInAt(service: AuthService, asked: Asked = {}) {
  const person = await confirmedPerson(service)
  const program = await writeDownProgram(service)
  const journey = await setOut(service, program, asked)
  const landed = await codeFor(person.client, journey)
  const answer = await exchange(program, journey, landed)
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string }
  return { ...person, program, journey, landed, tokens }
}

describe.each(engines)('%s', (engine) => {
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
    const program = await writeDownProgram(auth.service)
    const answer = await auth.service.request((await authorizeUrl(program, asked)).path)
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
  ])('a request with %o goes back to its program', async (asked, text) => {
    const program = await writeDownProgram(auth.service)
    const { path, query } = await authorizeUrl(program, asked)
    const answer = await auth.service.request(path)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(answer.status).toBe(302)
    expect(target.origin + target.pathname).toBe(program.redirectUri)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'invalid_request',
      error_description: text,
      state: query.state,
    })
  })

  test('no ID token is promised where nobody could verify it', async () => {
    const program = await writeDownProgram(auth.shared)
    expect(program.server.scopes_supported).not.toContain('openid')
    const answer = await auth.shared.request((await authorizeUrl(program)).path)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.searchParams.get('error_description')).toBe('unsupported scope: openid')
  })

  test('a code is kept as a hash and lives for a minute', async () => {
    const { client } = await confirmedPerson(auth.service)
    const program = await writeDownProgram(auth.service)
    const journey = await setOut(auth.service, program)
    const landed = await codeFor(client, journey)
    const code = new URL(landed).searchParams.get('code') ?? ''
    const { rows } = await auth.database.query<{ authorization_code: string }>(
      'select authorization_code from auth.oauth_authorizations where authorization_id = $1',
      [journey.authorizationId],
    )
    const hash = createHash('sha256').update(code).digest('base64url')
    expect(rows).toEqual([{ authorization_code: hash }])
    auth.service.moveClock(61)
    const answer = await exchange(program, journey, landed)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'Authorization code has expired',
    })
  })

  test('a code that comes again ends the session that it opened', async () => {
    const { program, journey, landed, tokens } = await signedInAt(auth.service)
    const again = await exchange(program, journey, landed)
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
    const program = await writeDownProgram(auth.service)
    const journey = await setOut(auth.service, program)
    const landed = await codeFor(client, journey)
    const answers = await Promise.all([
      exchange(program, journey, landed),
      exchange(program, journey, landed),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { rows } = await auth.database.query(
      'select from auth.sessions where oauth_client_id = $1',
      [program.id],
    )
    expect(rows).toEqual([])
  })

  test('a code is for its program, its verifier and its address alone', async () => {
    const { client } = await confirmedPerson(auth.service)
    const program = await writeDownProgram(auth.service)
    const stranger = await writeDownProgram(auth.service)
    const journey = await setOut(auth.service, program)
    const code = new URL(await codeFor(client, journey)).searchParams.get('code') ?? ''
    const send = async (by: Program, form: Record<string, string>) => {
      const answer = await sendForm(auth.service, by, {
        grant_type: 'authorization_code',
        code,
        code_verifier: journey.verifier,
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
    expect(await send(program, { code_verifier: 'x'.repeat(43) })).toEqual([
      400,
      'PKCE verification failed: code challenge does not match previously saved code verifier',
    ])
    expect(await send(program, { code_verifier: '' })).toEqual([
      400,
      'PKCE verification failed: code_verifier is required when PKCE challenge is present',
    ])
    expect(await send(program, { redirect_uri: 'https://evil.example' })).toEqual([
      400,
      'Invalid redirect_uri',
    ])
    expect(await send(program, { resource: 'https://a.example' })).toEqual([
      400,
      'Authorization code resource does not match the resource parameter',
    ])
    expect(await send(program, {})).toEqual([200, undefined])
  })

  test('a program that does not prove who it is gets nothing', async () => {
    const program = await writeDownProgram(auth.service)
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
    expect(await refused(basic(`${program.id}:wrong`), {})).toBe('Invalid client credentials')
    expect(await refused(basic(`${randomUUID()}:x`), {})).toBe('Invalid client credentials')
    expect(await refused({}, { client_id: program.id })).toBe(
      'Client is registered for client_secret_basic, not none',
    )
  })

  test('a grant that a program was not written down for is refused', async () => {
    const program = await writeDownProgram(auth.service, { grant_types: ['authorization_code'] })
    for (const type of ['refresh_token', 'password', 'client_credentials']) {
      const answer = await sendForm(auth.service, program, { grant_type: type })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        error: 'unsupported_grant_type',
        error_description: `Client is not allowed to use grant type: ${type}`,
      })
    }
    const { client } = await confirmedPerson(auth.service)
    const journey = await setOut(auth.service, program)
    const answer = await exchange(program, journey, await codeFor(client, journey))
    expect(await answer.json()).not.toHaveProperty('refresh_token')
  })

  test('JSON is read as a form is, and what is neither is refused in the shape of OAuth', async () => {
    const program = await writeDownProgram(auth.service, {
      token_endpoint_auth_method: 'client_secret_post',
    })
    const send = (body: unknown) => auth.service.post('/oauth/token', body)
    const { id, secret } = program
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

  test("nobody sees or answers another's request, nor one whose time is over", async () => {
    const first = await confirmedPerson(auth.service)
    const second = await confirmedPerson(auth.service)
    const program = await writeDownProgram(auth.service)
    const gone = { status: 404, code: 'oauth_authorization_not_found' }
    const { authorizationId } = await setOut(auth.service, program)
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
    const program = await writeDownProgram(auth.service)
    const { authorizationId } = await setOut(auth.service, program)
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
    const program = await writeDownProgram(auth.service)
    const { authorizationId } = await setOut(auth.service, program)
    const { data } = await client.getSession()
    const answer = await auth.service.post(
      `/oauth/authorizations/${authorizationId}/consent`,
      { action: 'perhaps' },
      { Authorization: `Bearer ${data.session?.access_token}` },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ msg: "action must be 'approve' or 'deny'" })
  })

  test('whoever has a second factor lets a program in only after proving it', async () => {
    const { client, email } = await confirmedPerson(auth.service)
    const program = await writeDownProgram(auth.service)
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    if (!factor) throw new Error('no factor')
    const epoch = Math.floor(auth.service.deps.now().getTime() / 1000)
    const code = await generate({ secret: factor.totp.secret, epoch })
    await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    const thief = auth.service.client()
    await thief.signInWithPassword({ email, password: goodPassword })
    const journey = await setOut(auth.service, program)
    const refused = await thief.oauth.getAuthorizationDetails(journey.authorizationId)
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const answer = await exchange(program, journey, await codeFor(client, journey))
    expect(answer.status).toBe(200)
  })

  test('a program learns who somebody is and does nothing else in their name', async () => {
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
    const out = await auth.service.request('/logout', { method: 'POST', headers: bearer })
    expect(out.status).toBe(204)
    expect((await userinfo(auth.service, tokens.access_token)).status).toBe(403)
    expect((await client.getUser()).error).toBeNull()
  })

  test('a banned account is let in nowhere', async () => {
    const { client, id } = await confirmedPerson(auth.service)
    const program = await writeDownProgram(auth.service)
    const journey = await setOut(auth.service, program)
    const landed = await codeFor(client, journey)
    await auth.service.admin.updateUserById(id, { ban_duration: '24h' })
    expect(await (await exchange(program, journey, landed)).json()).toEqual({
      error: 'access_denied',
      error_description: 'User is banned',
    })
  })
})

function userinfo(service: AuthService, token: string) {
  return service.request('/oauth/userinfo', { headers: { Authorization: `Bearer ${token}` } })
}

function sendForm(service: AuthService, { id, secret }: Program, form: Record<string, string>) {
  return service.request('/oauth/token', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams(form),
  })
}
