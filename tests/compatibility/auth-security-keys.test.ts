// Security keys as second factor, through the official client and a software authenticator.
import type { GoTrueClient } from '@supabase/auth-js'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import {
  type AuthService,
  freshEmail,
  openAuth,
  goodPassword as password,
  siteUrl,
  startAuth,
} from '#tests/support/auth-service.ts'
import {
  type Authenticator,
  makeAuthenticator,
  type Tampering,
} from '#tests/support/authenticator.ts'
import { contractEngines } from '#tests/support/databases.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { allowsWebauthnFactor: true } })

  async function signedUp(from: AuthService = auth.service) {
    const client = from.client()
    const email = freshEmail('key')
    const { data } = await client.signUp({ email, password })
    return { client, email, id: data.user?.id ?? '' }
  }

  async function enrol(client: GoTrueClient, friendlyName = 'blue key') {
    const { data, error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName })
    if (error) throw error
    return data.id
  }

  async function bearerOf(client: GoTrueClient) {
    const { data } = await client.getSession()
    return { Authorization: `Bearer ${data.session?.access_token}` }
  }

  /** A plain request, so that the response can be anything. */
  async function ask(client: GoTrueClient, factorId: string, headers = {}) {
    const sent = { ...(await bearerOf(client)), ...headers }
    const answer = await auth.service.post(`/factors/${factorId}/challenge`, {}, sent)
    return answer.json()
  }

  /** The whole flow: the key answers the official client's request. */
  async function prove(
    client: GoTrueClient,
    factorId: string,
    device: Authenticator,
    { type, ...tampering }: Tampering & { type?: 'create' | 'request' } = {},
  ) {
    const { id, webauthn } = await ask(client, factorId)
    const options = webauthn.credential_options.publicKey
    const given = type ?? webauthn.type
    const response =
      given === 'create'
        ? device.create({ rp: { id: 'localhost' }, user: { id: '' }, ...options }, tampering)
        : device.get({ rpId: 'localhost', ...options }, tampering)
    return client.mfa.verify({
      factorId,
      challengeId: id,
      webauthn: {
        type: given,
        rpId: 'localhost',
        rpOrigins: [siteUrl],
        // The client calls toJSON() of a browser's credential.
        credential_response: { ...response, toJSON: () => response } as never,
      },
    })
  }

  async function protectedPerson() {
    const person = await signedUp()
    const device = makeAuthenticator(siteUrl)
    const factorId = await enrol(person.client)
    const { error } = await prove(person.client, factorId, device)
    if (error) throw error
    return { ...person, device, factorId }
  }

  async function elsewhere(email: string) {
    const client = auth.service.client()
    await client.signInWithPassword({ email, password })
    return client
  }

  test('a new key is asked for a credential, one in use for proof', async () => {
    const { client, email, id } = await signedUp()
    const factorId = await enrol(client)
    const created = await client.mfa.challenge({ factorId, webauthn: { rpId: 'evil.example' } })
    expect(created.data).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
    const { webauthn, expires_at } = await ask(client, factorId)
    expect(expires_at).toBeGreaterThan(auth.service.deps.now().getTime() / 1000 + 290)
    expect(webauthn.credential_options.publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Gardens and Grounds' },
      user: { id: Buffer.from(id).toString('base64url'), name: email },
    })
    const device = makeAuthenticator(siteUrl)
    expect((await prove(client, factorId, device)).error).toBeNull()
    const { webauthn: next } = await ask(client, factorId)
    expect(next).toMatchObject({
      type: 'request',
      credential_options: { publicKey: { rpId: 'localhost', allowCredentials: [{}] } },
    })
  })

  test('a key lifts the session to aal2, here and at the next sign-in', async () => {
    const { client, email, device, factorId } = await protectedPerson()
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const again = await elsewhere(email)
    const { data: before } = await again.mfa.getAuthenticatorAssuranceLevel()
    expect(before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect((await prove(again, factorId, device)).error).toBeNull()
    const { data: claims } = await again.getClaims()
    const amr = claims?.claims.amr as { method: string }[]
    expect(claims?.claims.aal).toBe('aal2')
    expect(amr.map(({ method }) => method)).toEqual(['mfa/webauthn', 'password'])
    const { data: factors } = await again.mfa.listFactors()
    expect(factors?.webauthn).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(JSON.stringify(factors)).not.toContain('publicKey')
  })

  test('the password alone takes no key away and adds none', async () => {
    const { email, factorId } = await protectedPerson()
    const thief = await elsewhere(email)
    const added = await thief.mfa.enroll({ factorType: 'webauthn', friendlyName: 'mine' })
    expect(added.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const removed = await thief.mfa.unenroll({ factorId })
    expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  })

  test('a verified factor is not opened by a key made on the spot', async () => {
    const { email, factorId } = await protectedPerson()
    const thief = await elsewhere(email)
    const own = makeAuthenticator(siteUrl)
    const { error } = await prove(thief, factorId, own, { type: 'create' })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await prove(thief, factorId, own)).error?.code).toBe('mfa_verification_failed')
  })

  test('a key left unverified is no way past another factor', async () => {
    const { client, email } = await signedUp()
    const { data: app } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
    const left = await enrol(client)
    const epoch = Math.floor(auth.service.deps.now().getTime() / 1000)
    const secret = app?.type === 'totp' ? app.totp.secret : ''
    const code = await generate({ secret, epoch })
    await client.mfa.challengeAndVerify({ factorId: app?.id ?? '', code })
    const thief = await elsewhere(email)
    const { error } = await thief.mfa.challenge({ factorId: left })
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })

  test.each<[string, Tampering]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a counter gone back', { signCount: 0 }],
  ])('an answer with %s is refused and the next right one taken', async (_, tampering) => {
    const { client, device, factorId } = await protectedPerson()
    await prove(client, factorId, device, { signCount: 9 })
    const { error } = await prove(client, factorId, device, tampering)
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await prove(client, factorId, device, { signCount: 10 })).error).toBeNull()
  })

  test('a key that only has to be touched is enough after the password', async () => {
    const { client } = await signedUp()
    const factorId = await enrol(client)
    const device = makeAuthenticator(siteUrl)
    expect((await prove(client, factorId, device, { isUserVerified: false })).error).toBeNull()
  })

  test('a challenge is answered once, from its own address and in time', async () => {
    const late = await startAuth(auth.database, { allowsWebauthnFactor: true })
    const { client, device, factorId } = await protectedPerson()
    const headers = await bearerOf(client)
    const { id, webauthn } = await ask(client, factorId)
    const body = {
      challenge_id: id,
      webauthn: {
        type: 'request',
        credential_response: device.get(webauthn.credential_options.publicKey),
      },
    }
    const send = async (service: AuthService, extra = {}) => {
      const sent = { ...headers, ...extra }
      const answer = await service.post(`/factors/${factorId}/verify`, body, sent)
      return answer.status === 200 ? 'ok' : (await answer.json()).error_code
    }
    const address = { 'x-test-address': '198.51.100.7' }
    expect(await send(auth.service, address)).toBe('mfa_ip_address_mismatch')
    late.moveClock(301)
    expect(await send(late)).toBe('mfa_challenge_expired')
    const both = await Promise.all([send(auth.service), send(auth.service)])
    expect(both.sort()).toEqual(['mfa_ip_address_mismatch', 'ok'])
  })

  test.each([
    [{}, 'WebAuthn config required'],
    [{ webauthn: { type: 'look' } }, 'WebAuthn type must be create or request'],
    [{ webauthn: { type: 'request' } }, 'credential_response required'],
    [{ webauthn: { type: 'request', credential_response: {} } }, 'Invalid credential_response'],
  ])('%o is called what it is', async (answer, text) => {
    const { client, factorId } = await protectedPerson()
    const { id } = await ask(client, factorId)
    const headers = await bearerOf(client)
    const body = { challenge_id: id, ...answer }
    const refused = await auth.service.post(`/factors/${factorId}/verify`, body, headers)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error_code: 'validation_failed', msg: text })
  })

  test('a key unenrolled leaves the session with the password alone', async () => {
    const { client, factorId } = await protectedPerson()
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    await client.refreshSession()
    expect((await client.getClaims()).data?.claims.aal).toBe('aal1')
  })

  test('the log has each step', async () => {
    const { id, factorId } = await protectedPerson()
    const { rows } = await auth.database.query<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload -> 'traits' ->> 'factor_id' = $1 and payload ->> 'actor_id' = $2
       order by created_at`,
      [factorId, id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'factor_in_progress',
      'challenge_created',
      'verification_attempted',
    ])
  })

  test('a switch turns the keys off, also those in use', async () => {
    const off = await startAuth(auth.database)
    const { client } = await signedUp(off)
    const { error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' })
    expect(error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
    const { client: owner, factorId } = await protectedPerson()
    const headers = await bearerOf(owner)
    for (const step of ['challenge', 'verify']) {
      const refused = await off.post(`/factors/${factorId}/${step}`, {}, headers)
      expect(await refused.json()).toMatchObject({
        code: 422,
        error_code: 'mfa_webauthn_verify_not_enabled',
        msg: 'MFA verification is disabled for WebAuthn',
      })
    }
  })
})
