// Managing identity providers: /admin/sso/providers.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshMetadata } from '#backend/auth/saml/refresh-metadata.ts'
import { freshEmail, openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { makeIdentityProvider } from '#tests/support/identity-provider.ts'
import { asServiceRole, bring, connect, goAndSignIn } from '#tests/support/single-sign-on.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { allowsSaml: true } })
  const path = '/admin/sso/providers'
  const idp = makeIdentityProvider()
  let publisher: Server
  let publishedAt = ''
  let published = { status: 200, body: '' }

  beforeAll(async () => {
    publisher = createServer((_, response) => {
      response.writeHead(published.status, { Location: '/elsewhere' }).end(published.body)
    })
    await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
    publishedAt = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/metadata`
  })
  afterAll(() => new Promise((resolve) => publisher.close(resolve)))

  async function ask(method: string, at: string, body?: unknown) {
    const answer = await auth.service.request(at, {
      method,
      headers: {
        Authorization: `Bearer ${auth.service.keys.secretKey}`,
        'X-Supabase-Api-Version': '2024-01-01',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  test('a provider is written down, read, changed, listed and removed', async () => {
    const mapping = { keys: { full_name: { name: 'displayName' } } }
    const made = await ask('POST', path, {
      type: 'saml',
      metadata_xml: idp.metadata,
      domains: ['orchard.example', 'cider.example'],
      attribute_mapping: mapping,
    })
    expect(made.status).toBe(201)
    const id = made.body.id
    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      saml: {
        entity_id: idp.entityId,
        metadata_xml: idp.metadata,
        attribute_mapping: mapping,
      },
      domains: [{ domain: 'cider.example' }, { domain: 'orchard.example' }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    }
    expect(made.body).toEqual(shown)
    expect((await ask('GET', `${path}/${id}`)).body).toEqual(shown)

    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const changed = await ask('PUT', `${path}/${id}`, {
      domains: ['cider.example', 'perry.example'],
      name_id_format: format,
      resource_id: 'estate',
    })
    expect(changed.body).toMatchObject({
      saml: { attribute_mapping: mapping, name_id_format: format },
      domains: [{ domain: 'cider.example' }, { domain: 'perry.example' }],
      resource_id: 'estate',
    })
    const cleared = await ask('PUT', `${path}/${id}`, { name_id_format: '', domains: [] })
    expect(cleared.body.domains).toEqual([])
    expect(cleared.body.saml).not.toHaveProperty('name_id_format')

    const list = await ask('GET', path)
    const own = list.body.items.find((item: { id: string }) => item.id === id)
    expect(own.saml).toEqual({ entity_id: idp.entityId, attribute_mapping: mapping })

    const removed = await ask('DELETE', `${path}/${id}`)
    expect(removed).toMatchObject({ status: 200, body: { id } })
    expect((await ask('GET', `${path}/${id}`)).status).toBe(404)
  })

  test('metadata comes from where the provider publishes it', async () => {
    const publishing = makeIdentityProvider()
    published = { status: 200, body: publishing.metadata }
    const { body } = await ask('POST', path, { type: 'saml', metadata_url: publishedAt })
    expect(body.saml).toMatchObject({
      entity_id: publishing.entityId,
      metadata_url: publishedAt,
      metadata_xml: publishing.metadata,
    })
    const again = await ask('PUT', `${path}/${body.id}`, { metadata_url: publishedAt })
    expect(again.status).toBe(200)
  })

  test('a key that the provider has changed is known after the next reading', async () => {
    const before = makeIdentityProvider()
    const after = makeIdentityProvider(before.entityId, 'impostor')
    published = { status: 200, body: before.metadata }
    const { body } = await ask('POST', path, { type: 'saml', metadata_url: publishedAt })
    const email = freshEmail('worker')
    const visit = async () => {
      const answer = await goAndSignIn(auth.service, after, body.id, { id: email, email })
      return (await bring(auth.service, answer)).status
    }
    expect(await visit()).toBe(303)
    published = { status: 500, body: '' }
    await refreshMetadata(auth.service.deps)
    expect(auth.service.errors.at(-1)).toMatchObject({ code: 'saml_metadata_fetch_failed' })
    published = { status: 200, body: makeIdentityProvider().metadata }
    await refreshMetadata(auth.service.deps)
    expect(await visit()).toBe(303)
    published = { status: 200, body: after.metadata }
    await refreshMetadata(auth.service.deps)
    expect(await visit()).toBe(302)
  })

  test.each([
    ['a page that is not there', 404, '', 'HTTP 404 error'],
    ['a redirect', 302, '', 'Unable to fetch'],
    ['a huge page', 200, 'x'.repeat(300_000), 'is too large'],
  ])('%s is no metadata', async (_, status, body, reason) => {
    published = { status, body }
    const refused = await ask('POST', path, { type: 'saml', metadata_url: publishedAt })
    expect(refused.status).toBe(400)
    expect(refused.body.code).toBe('saml_metadata_fetch_failed')
    expect(refused.body.message).toContain(reason)
  })

  const given = (metadata_xml: string) => ({ type: 'saml', metadata_xml })
  const wrongMetadata = {
    'what is not XML': ['let me in', 'SAML Metadata is not valid: The document is empty'],
    'a document with a DOCTYPE': [
      `<!DOCTYPE x>${idp.metadata}`,
      'SAML Metadata is not valid: The document has a DOCTYPE',
    ],
    'one without a name': [
      idp.metadata.replace(/entityID="[^"]+"/, ''),
      'SAML Metadata does not contain an EntityID',
    ],
    'one of a service provider': [
      idp.metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
      'SAML Metadata does not contain any IDPSSODescriptor',
    ],
    'one without a certificate': [
      idp.metadata.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''),
      'SAML Metadata does not contain a signing certificate',
    ],
    'one with an odd certificate': [
      idp.metadata.replace(/<X509Certificate>[^<]+/, '<X509Certificate>b2Rk'),
      'SAML Metadata contains a certificate that cannot be read',
    ],
    'one that sends people to a script': [
      idp.metadata.replace(/Location="[^"]+"/, 'Location="javascript:alert(1)"'),
      'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
    ],
  } satisfies Record<string, [string, string]>

  test.each(Object.entries(wrongMetadata))('%s is no metadata', async (_, [xml = '', message]) => {
    const refused = await ask('POST', path, given(xml))
    expect(refused).toEqual({ status: 400, body: { code: 'validation_failed', message } })
  })

  test.each([
    [{ metadata_xml: idp.metadata }, "Only 'saml' supported for SSO provider type"],
    [{ type: 'saml' }, 'Either metadata_xml or metadata_url must be set'],
    [
      { ...given('x'), metadata_url: 'https://x.example' },
      'Only one of metadata_xml or metadata_url needs to be set',
    ],
    [{ type: 'saml', metadata_url: 'somewhere' }, 'metadata_url is not a valid URL'],
    [{ type: 'saml', metadata_url: 'http://x.example' }, 'metadata_url is not a HTTPS URL'],
    [{ type: 'saml', metadata_url: 'file:///etc/passwd' }, 'metadata_url is not a HTTPS URL'],
    [
      { ...given('x'), name_id_format: 'nickname' },
      /^name_id_format must be unspecified or one of /,
    ],
  ])('%j is refused', async (body, message) => {
    const refused = await ask('POST', path, body)
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(refused.body.message).toMatch(message)
  })

  test('a provider and a domain are written down once', async () => {
    const [one, two] = [makeIdentityProvider(), makeIdentityProvider()]
    const id = await connect(auth.service, one, { domains: ['mill.example'] })
    const again = await ask('POST', path, given(one.metadata))
    expect(again).toMatchObject({ status: 422, body: { code: 'saml_idp_already_exists' } })
    const taken = { ...given(two.metadata), domains: ['MILL.example'] }
    expect(await ask('POST', path, taken)).toEqual({
      status: 400,
      body: {
        code: 'sso_domain_already_exists',
        message: `SSO Domain 'MILL.example' is already assigned to an SSO identity provider (${id})`,
      },
    })
    const other = await ask('PUT', `${path}/${id}`, { metadata_xml: two.metadata })
    expect(other).toMatchObject({ status: 400, body: { code: 'saml_entity_id_mismatch' } })
  })

  test('a removed provider’s people are signed out', async () => {
    const leaving = makeIdentityProvider()
    const id = await connect(auth.service, leaving)
    const email = freshEmail('worker')
    const answer = await goAndSignIn(auth.service, leaving, id, { id: email, email })
    const { fragment } = await bring(auth.service, answer)
    const bearer = { Authorization: `Bearer ${fragment.get('access_token')}` }
    expect((await auth.service.request('/user', { headers: bearer })).status).toBe(200)
    await asServiceRole(auth.service, 'DELETE', `${path}/${id}`)
    expect((await auth.service.request('/user', { headers: bearer })).status).toBe(403)
  })

  test('only administrators see or change providers, and unknown ones are not found', async () => {
    const { data } = await auth.service
      .client()
      .signUp({ email: freshEmail(), password: 'rake-the-leaves-9' })
    const headers = { Authorization: `Bearer ${data.session?.access_token}` }
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['PUT', `${path}/${randomUUID()}`],
      ['DELETE', `${path}/${randomUUID()}`],
    ] as const) {
      expect((await auth.service.request(at, { method, headers })).status).toBe(403)
    }
    for (const id of [randomUUID(), 'x']) {
      expect(await ask('GET', `${path}/${id}`)).toEqual({
        status: 404,
        body: { code: 'sso_provider_not_found', message: 'SSO Identity Provider not found' },
      })
    }
  })
})
