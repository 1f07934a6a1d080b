// Managing OAuth clients with the official client's admin API.
import { createHash, randomUUID } from 'node:crypto'
import type { CreateOAuthClientParams } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
import { openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

const plan: CreateOAuthClientParams = {
  client_name: 'Rota',
  redirect_uris: ['https://rota.example/back', 'http://localhost:8080/back', 'rota-app://back'],
}

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { isOauthServer: true } })
  const clients = () => auth.service.admin.oauth

  async function made(params: Partial<CreateOAuthClientParams> = {}) {
    const { data, error } = await clients().createClient({ ...plan, ...params })
    if (error) throw error
    return data
  }

  test('before there is one, the list has no key', async () => {
    const answer = await auth.service.request('/admin/oauth/clients', {
      headers: { Authorization: `Bearer ${auth.service.keys.secretKey}` },
    })
    expect(await answer.json()).toEqual({})
  })

  test('a client is written down with its defaults and a secret that is not kept', async () => {
    const client = await made()
    expect(client).toEqual({
      ...plan,
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      registration_type: 'manual',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const { rows } = await auth.database.query<{ client_secret_hash: string }>(
      'select client_secret_hash from auth.oauth_clients where id = $1',
      [client.client_id],
    )
    const hash = createHash('sha256')
      .update(client.client_secret ?? '')
      .digest('base64url')
    expect(rows).toEqual([{ client_secret_hash: hash }])
    const { client_secret: _, ...shown } = client
    expect((await clients().getClient(client.client_id)).data).toEqual(shown)
  })

  test('the list has the newest first and no secrets', async () => {
    const first = await made()
    auth.service.moveClock(1)
    const second = await made()
    const { data } = await clients().listClients()
    const ids = data.clients.map(({ client_id: id }) => id)
    expect(ids.indexOf(second.client_id)).toBeLessThan(ids.indexOf(first.client_id))
    expect(JSON.stringify(data)).not.toContain('secret"')
  })

  test('a public client has no secret and gets none', async () => {
    const client = await made({ token_endpoint_auth_method: 'none' })
    expect(client).toMatchObject({ client_type: 'public', token_endpoint_auth_method: 'none' })
    expect(client).not.toHaveProperty('client_secret')
    const { error } = await clients().regenerateClientSecret(client.client_id)
    expect(error).toMatchObject({
      status: 400,
      message: 'Cannot regenerate secret for public client',
    })
  })

  test('a change touches only what it names, a new secret replaces the old', async () => {
    const before = await made()
    const { data } = await clients().updateClient(before.client_id, { client_name: 'Rota 2' })
    expect(data).toMatchObject({ client_name: 'Rota 2', redirect_uris: plan.redirect_uris })
    const renewed = await clients().regenerateClientSecret(before.client_id)
    expect(renewed.data?.client_secret).toMatch(/^[\w-]{43}$/)
    expect(renewed.data?.client_secret).not.toBe(before.client_secret)
    const empty = await clients().updateClient(before.client_id, {})
    expect(empty.error).toMatchObject({ status: 400, message: 'No fields provided for update' })
  })

  test('a deleted client is gone for every call', async () => {
    const { client_id: id } = await made()
    expect((await clients().deleteClient(id)).error).toBeNull()
    const gone = { status: 404, code: 'oauth_client_not_found', message: 'OAuth client not found' }
    expect((await clients().getClient(id)).error).toMatchObject(gone)
    expect((await clients().deleteClient(id)).error).toMatchObject(gone)
    expect((await clients().regenerateClientSecret(id)).error).toMatchObject(gone)
    expect((await clients().getClient(randomUUID())).error).toMatchObject(gone)
  })

  test.each<[Partial<CreateOAuthClientParams>, string | RegExp]>([
    [{ redirect_uris: [] }, '400: redirect_uris is required'],
    [
      { redirect_uris: Array(11).fill('https://a.example') },
      /^400: redirect_uris cannot exceed 10/,
    ],
    [{ redirect_uris: ['http://a.example'] }, /^400: invalid redirect_uri: http is allowed for/],
    [{ redirect_uris: ['https://a.example/#x'] }, /^400: invalid redirect_uri: .* fragment$/],
    [{ redirect_uris: ['javascript:alert(1)'] }, /^400: invalid redirect_uri: scheme/],
    [{ redirect_uris: ['data:text/html,x'] }, /^400: invalid redirect_uri/],
    [{ redirect_uris: ['file:///etc/passwd'] }, /^400: invalid redirect_uri/],
    [{ redirect_uris: ['https://a.example/,https://b.example'] }, /^400: invalid redirect_uri/],
    [{ redirect_uris: ['back'] }, '400: invalid redirect_uri: must be a valid URL'],
    [{ grant_types: ['password' as never] }, /^400: grant_types must/],
    [{ client_uri: 'javascript:alert(1)' }, '400: client_uri must be a valid URL'],
    [{ client_name: 'x'.repeat(1025) }, '400: client_name cannot exceed 1024 characters'],
    [{ token_endpoint_auth_method: 'magic' as never }, /^400: invalid token_endpoint_auth_method/],
  ])('%o is refused', async (params, text) => {
    const { error } = await clients().createClient({ ...plan, ...params })
    const message = text instanceof RegExp ? expect.stringMatching(text) : text
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', message })
  })

  test('an id that is none is called so', async () => {
    const answer = await auth.service.request('/admin/oauth/clients/x', {
      headers: { Authorization: `Bearer ${auth.service.keys.secretKey}` },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ msg: 'invalid client_id format' })
  })
})
