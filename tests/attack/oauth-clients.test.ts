// An OAuth client that tries to exceed the scopes that the user approved.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { tables } from '#backend/tables/tables.ts'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  codeFor,
  exchange,
  registerOauthClient,
  setOut,
  signedInAt,
} from '#tests/support/oauth-client.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { isOauthServer: true },
    registering: { isOauthServer: true, allowsOauthRegistration: true },
  })

  async function tokensFor(scope: string) {
    const met = await signedInAt(auth.service, { scope })
    return { ...met, accessToken: met.tokens.access_token, idToken: met.tokens.id_token }
  }

  const bearer = (token: string, more: Record<string, string> = {}) => ({
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...more,
  })

  test('an ID token is never the person’s own token, whatever audience is asked for', async () => {
    const { idToken, app, client, id } = await tokensFor('openid')
    const others: Record<string, string>[] = [
      {},
      { 'X-JWT-AUD': app.id },
      { 'X-JWT-AUD': 'authenticated' },
    ]
    for (const more of others) {
      const headers = bearer(idToken, more)
      const asked: [string, RequestInit][] = [
        ['/user', { headers }],
        ['/user', { method: 'PUT', headers, body: '{"data":{"full_name":"Mallory"}}' }],
        ['/passkeys/registration/options', { method: 'POST', headers, body: '{}' }],
        ['/factors', { method: 'POST', headers, body: '{"factor_type":"totp"}' }],
        ['/oauth/userinfo', { headers }],
        ['/logout', { method: 'POST', headers }],
      ]
      for (const [path, init] of asked) {
        expect([path, (await auth.service.request(path, init)).ok]).toEqual([path, false])
      }
    }
    const { data } = await client.getUser()
    expect(data.user?.id).toBe(id)
    expect(data.user?.user_metadata.full_name).toBeUndefined()
  })

  test('the audience that a request names does not widen an access token', async () => {
    const { client } = await tokensFor('openid')
    const token = (await client.getSession()).data.session?.access_token ?? ''
    const asOther = await auth.service.request('/user', {
      headers: bearer(token, { 'X-JWT-AUD': 'another' }),
    })
    expect(asOther.status).toBe(400)
    const own = await auth.service.request('/user', {
      headers: bearer(token, { 'X-JWT-AUD': 'authenticated' }),
    })
    expect(own.status).toBe(200)
  })

  test('a token with a session of another person is refused', async () => {
    const [one, other] = [await tokensFor('openid'), await tokensFor('openid')]
    const session = (await other.client.getSession()).data.session?.access_token ?? ''
    const { session_id } = await auth.service.keys.verify(session)
    const own = (await one.client.getSession()).data.session?.access_token ?? ''
    const claims = await auth.service.keys.verify(own)
    for (const forged of [session_id, randomUUID(), undefined]) {
      const token = await auth.service.keys.sign({ ...claims, session_id: forged })
      const answer = await auth.service.request('/user', { headers: bearer(token) })
      expect(answer.status).toBe(403)
    }
  })

  test('with openid alone neither the token nor /user tells the address or the name', async () => {
    const { accessToken, client, email } = await tokensFor('openid')
    await client.updateUser({ data: { full_name: 'Pat Gardener', note: 'private' } })
    const claims = JSON.stringify(await auth.service.keys.verify(accessToken))
    const user = await (
      await auth.service.request('/user', { headers: bearer(accessToken) })
    ).text()
    for (const told of [claims, user]) {
      expect(told).not.toContain(email)
      expect(told).not.toMatch(/Pat Gardener|private/)
    }
  })

  test('with profile alone the address does not stand in for a name', async () => {
    const { idToken, accessToken, email } = await tokensFor('openid profile')
    expect(JSON.stringify(await auth.service.keys.verify(idToken))).not.toContain(email)
    expect(JSON.stringify(await auth.service.keys.verify(accessToken))).not.toContain(email)
  })

  test('with email it knows the address and nothing beside it', async () => {
    const { accessToken, client, email } = await tokensFor('openid email')
    await client.updateUser({ data: { full_name: 'Pat Gardener' } })
    const user = await auth.service.request('/user', { headers: bearer(accessToken) })
    const told = await user.json()
    expect(told).toMatchObject({ email, user_metadata: {}, app_metadata: {}, identities: [] })
  })

  test('a consent that was taken back is worth no code', async () => {
    const { client } = await confirmedPerson(auth.service)
    const rota = await registerOauthClient(auth.service)
    const flow = await setOut(auth.service, rota)
    const landed = await codeFor(client, flow)
    const { error } = await client.oauth.revokeGrant({ clientId: rota.id })
    expect(error).toBeNull()
    expect((await exchange(rota, flow, landed)).status).toBe(400)
  })

  test('it reads no table in the person’s name', async () => {
    const { accessToken, idToken } = await tokensFor('openid profile email phone')
    const { database, keys } = auth.service.deps
    const api = new Hono().route('/rest/v1', tables({ database, keys }))
    for (const token of [accessToken, idToken]) {
      for (const table of ['profiles', 'user_roles', 'google_reviews']) {
        const headers = { ...bearer(token), apikey: keys.publishableKey }
        const answer = await api.request(`/rest/v1/${table}`, { headers })
        expect([401, 403]).toContain(answer.status)
      }
    }
  })

  test('a client that anybody registered sends nobody away before a user has seen its name', async () => {
    const redirectUri = 'https://evil.example/page'
    const registered = await auth.registering.post('/oauth/clients/register', {
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    })
    const { client_id } = await registered.json()
    const query = new URLSearchParams({ client_id, redirect_uri: redirectUri, scope: 'all' })
    const answer = await auth.registering.request(`/oauth/authorize?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  })

  test('an address that was removed from a client gets no code', async () => {
    const old = 'https://old.example/back'
    const app = await registerOauthClient(auth.service, { redirect_uris: [old] })
    const person = await confirmedPerson(auth.service)
    const asked = await setOut(auth.service, app)
    const change = { redirect_uris: ['https://rota.example/back'] }
    const { error } = await auth.service.admin.oauth.updateClient(app.id, change)
    expect(error).toBeNull()
    await expect(codeFor(person.client, asked)).rejects.toThrow()
  })

  test('nor is its code exchanged', async () => {
    const app = await registerOauthClient(auth.service, {
      redirect_uris: ['https://old.example/b'],
    })
    const person = await confirmedPerson(auth.service)
    const asked = await setOut(auth.service, app)
    const landed = await codeFor(person.client, asked)
    await auth.service.admin.oauth.updateClient(app.id, {
      redirect_uris: ['https://rota.example/b'],
    })
    expect((await exchange(app, asked, landed)).status).toBe(400)
  })
})
