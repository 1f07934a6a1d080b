// grant_type=id_token through the official client: an app sends a provider's ID token.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { callbackUrl } from '#tests/support/openid-visits.ts'

const provider = await startOpenIdProvider([callbackUrl])
const { name, issuer, clientId } = provider.settings
afterEach(() => {
  provider.overrides = {}
})
afterAll(() => provider.close())

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const atHashOf = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { providers: [provider.settings], allowsManualLinking: true },
    confirming: { providers: [provider.settings], autoconfirm: false },
    away: { providers: [{ ...provider.settings, issuer: 'http://127.0.0.1:9' }] },
  })

  const someone = () => ({ sub: randomUUID(), email: freshEmail('app'), email_verified: true })

  function signIn(token: string, further: { nonce?: string; access_token?: string } = {}) {
    return auth.service.client().signInWithIdToken({ provider: name, token, ...further })
  }

  async function grant(body: object, service = auth.service) {
    const answer = await service.post('/token?grant_type=id_token', body)
    return { status: answer.status, body: await answer.json() }
  }

  test('a good token is a session', async () => {
    const claims = someone()
    const client = auth.service.client()
    const token = await provider.issue(claims)
    const { data, error } = await client.signInWithIdToken({ provider: name, token })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: claims.email,
      app_metadata: { provider: name, providers: [name] },
      identities: [{ provider: name, id: claims.sub }],
    })
    const { data: read } = await client.getClaims()
    expect(read?.claims.amr).toMatchObject([{ method: 'oauth' }])
    const again = await signIn(await provider.issue(claims))
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  test('issuer and client name the provider too', async () => {
    const token = await provider.issue(someone())
    const body = { id_token: token, client_id: clientId, issuer }
    expect((await grant(body)).status).toBe(200)
    expect(await grant({ ...body, client_id: 'another' })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  })

  test('the nonce is passed as it is and stands in the token as its hash', async () => {
    const nonce = randomUUID()
    const token = await provider.issue({ ...someone(), nonce: hashOf(nonce) })
    expect((await signIn(token, { nonce })).error).toBeNull()
    expect(await grant({ id_token: token, provider: name, nonce: 'another' })).toEqual({
      status: 400,
      body: { error: 'invalid nonce', error_description: 'Nonces mismatch' },
    })
    const onlyOne = 'Passed nonce and nonce in id_token should either both exist or not.'
    expect((await signIn(token)).error?.message).toBe(onlyOne)
    const bare = await provider.issue(someone())
    expect((await signIn(bare, { nonce })).error?.message).toBe(onlyOne)
  })

  test('an access token has to belong to the id token', async () => {
    const token = await provider.issue({ ...someone(), at_hash: atHashOf('the access token') })
    expect((await signIn(token, { access_token: 'the access token' })).error).toBeNull()
    const { error } = await signIn(token, { access_token: 'another' })
    expect(error?.message).toBe('Bad ID token')
    expect((await signIn(token)).error).toBeNull()
  })

  const now = Math.floor(Date.now() / 1000)
  test.each([
    ['expired', { exp: now - 60 }, 'Bad ID token'],
    ['not valid yet', { nbf: now + 3600 }, 'Bad ID token'],
    ['of another issuer', { iss: 'https://evil.example' }, 'Bad ID token'],
    ['for another client', { aud: 'another' }, 'Unacceptable audience in id_token: [another]'],
    [
      'for several clients and issued to none of them',
      { aud: [clientId, 'another'] },
      `Unacceptable audience in id_token: [${clientId} another]`,
    ],
    ['about nobody', { sub: undefined }, 'Missing sub claim in id_token'],
  ])('a token %s is refused', async (_, claims, text) => {
    const token = await provider.issue({ ...someone(), ...claims })
    expect(await grant({ id_token: token, provider: name })).toEqual({
      status: 400,
      body: { error: 'invalid request', error_description: text },
    })
  })

  test('a token of another key, of no key, or none at all is refused', async () => {
    provider.overrides = { isForged: true }
    const forged = await provider.issue(someone())
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const payload = { iss: issuer, aud: clientId, iat: now, exp: now + 600, ...someone() }
    const unsigned = `${encode({ alg: 'none' })}.${encode(payload)}.`
    for (const token of [forged, unsigned, 'x', 'a.b.c']) {
      expect((await signIn(token)).error?.message).toBe('Bad ID token')
    }
  })

  test('an address that the provider did not verify has to be confirmed', async () => {
    const token = await provider.issue({ ...someone(), email_verified: false })
    expect(await grant({ id_token: token, provider: name }, auth.confirming)).toMatchObject({
      status: 422,
      body: { error_code: 'provider_email_needs_verification' },
    })
  })

  test('a provider that cannot be asked is a failure of the service, not of the token', async () => {
    const token = await provider.issue(someone())
    const answer = await grant({ id_token: token, provider: name }, auth.away)
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'unexpected_failure' } })
    expect(auth.away.errors).toHaveLength(1)
  })

  test('somebody who is signed in adds the identity to their account', async () => {
    const client = auth.service.client()
    const { data: signedUp } = await client.signUp({ email: freshEmail('linking'), password })
    const claims = someone()
    const token = await provider.issue(claims)
    const { data, error } = await client.linkIdentity({ provider: name, token })
    expect(error).toBeNull()
    expect(data).toMatchObject({ user: { id: signedUp.user?.id } })
    const providers = (await client.getUserIdentities()).data?.identities.map((one) => one.provider)
    expect(providers).toEqual(['email', name])
    const twice = await client.linkIdentity({ provider: name, token })
    expect(twice.error).toMatchObject({
      status: 422,
      code: 'identity_already_exists',
      message: 'Identity is already linked',
    })
  })

  test('adding needs somebody who is signed in, and the switch', async () => {
    const body = {
      id_token: await provider.issue(someone()),
      provider: name,
      link_identity: true,
    }
    expect(await grant(body)).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    })
    expect(await grant(body, auth.confirming)).toMatchObject({
      status: 404,
      body: { error_code: 'manual_linking_disabled' },
    })
  })
})
