// Passkeys through the official client, with a software authenticator. Real browsers are tested in
// tests/journeys/passkeys.test.ts.
import { generateKeyPairSync } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import {
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
  const auth = openAuth(engine, {
    service: {},
    elsewhere: { webauthnOrigins: ['https://app.example'] },
  })

  async function signedUp(from = auth.service) {
    const client = from.client()
    const email = freshEmail('passkey')
    const { data } = await client.signUp({ email, password })
    return { client, email, id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
  }

  async function register(client: GoTrueClient, device: Authenticator, tampering?: Tampering) {
    const { data, error } = await client.passkey.startRegistration()
    if (error) throw error
    return client.passkey.verifyRegistration({
      challengeId: data.challenge_id,
      credential: device.create(data.options, tampering),
    })
  }

  async function signIn(
    device: Authenticator,
    tampering?: Tampering,
    client = auth.service.client(),
  ) {
    const { data, error } = await client.passkey.startAuthentication()
    if (error) throw error
    const answer = await client.passkey.verifyAuthentication({
      challengeId: data.challenge_id,
      credential: device.get(data.options, tampering),
    })
    return { client, ...answer }
  }

  async function withPasskey() {
    const person = await signedUp()
    const device = makeAuthenticator(siteUrl)
    const { data, error } = await register(person.client, device)
    if (error) throw error
    return { ...person, device, passkeyId: data.id }
  }

  async function actionsOf(id: string) {
    const { rows } = await auth.database.query<{ action: string; passkey_id: string }>(
      `select payload ->> 'action' as action, payload -> 'traits' ->> 'passkey_id' as passkey_id
       from auth.audit_log_entries where payload ->> 'actor_id' = $1 order by created_at, id`,
      [id],
    )
    return rows.filter(({ action }) => action.startsWith('passkey'))
  }

  test('the options say who asks, for whom, and which keys will do', async () => {
    const { client, email, id } = await signedUp()
    const { data } = await client.passkey.startRegistration()
    expect(data).toMatchObject({
      challenge_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      options: {
        rp: { id: 'localhost', name: 'Gardens and Grounds' },
        user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: email },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [],
      },
    })
    expect(data?.options.pubKeyCredParams).toContainEqual({ alg: -7, type: 'public-key' })
    const inFiveMinutes = auth.service.deps.now().getTime() / 1000 + 300
    expect(Math.abs((data?.expires_at ?? 0) - inFiveMinutes)).toBeLessThan(10)
    const asked = await client.passkey.startAuthentication()
    expect(asked.data?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(asked.data?.options).not.toHaveProperty('allowCredentials')
  })

  test('a passkey is added, named, used and removed, and the log says so', async () => {
    const { client, id, device, passkeyId } = await withPasskey()
    const again = await client.passkey.startRegistration()
    expect(again.data?.options.excludeCredentials).toHaveLength(1)
    const named = await client.passkey.update({ passkeyId, friendlyName: 'Shed laptop' })
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'Shed laptop' })

    const { client: theirs, data } = await signIn(device)
    expect(data?.user?.id).toBe(id)
    const { data: claims } = await theirs.getClaims()
    expect(claims?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect((await theirs.refreshSession()).error).toBeNull()
    const { data: list } = await theirs.passkey.list()
    expect(list).toMatchObject([{ id: passkeyId, last_used_at: expect.any(String) }])

    expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await client.passkey.list()).data).toEqual([])
    expect((await signIn(device)).error).toMatchObject({ code: 'webauthn_verification_failed' })
    expect(await actionsOf(id)).toEqual([
      { action: 'passkey_created', passkey_id: passkeyId },
      { action: 'passkey_updated', passkey_id: passkeyId },
      { action: 'passkey_deleted', passkey_id: passkeyId },
    ])
  })

  test.each<[string, Tampering]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['nobody who unlocked it', { isUserVerified: false }],
  ])('an answer for %s is refused, when adding and when signing in', async (_, tampering) => {
    const { client } = await signedUp()
    const added = await register(client, makeAuthenticator(siteUrl), tampering)
    const refused = { status: 400, code: 'webauthn_verification_failed' }
    expect(added.error).toMatchObject(refused)
    const { device } = await withPasskey()
    expect((await signIn(device, tampering)).error).toMatchObject(refused)
    expect((await signIn(device)).error).toBeNull()
  })

  test('a signature of another key, or for another account, is refused', async () => {
    const { device } = await withPasskey()
    const other = await withPasskey()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const refused = { status: 400, message: 'Credential verification failed' }
    expect((await signIn(device, { key: privateKey })).error).toMatchObject(refused)
    const userHandle = Buffer.from(other.id).toString('base64url')
    expect((await signIn(device, { userHandle })).error).toMatchObject(refused)
    expect((await signIn(device, { userHandle: '' })).error).toMatchObject(refused)
  })

  test('a counter that does not move on gives a copy away', async () => {
    const { device } = await withPasskey()
    expect((await signIn(device, { signCount: 5 })).error).toBeNull()
    for (const signCount of [5, 4, 0]) {
      expect((await signIn(device, { signCount })).error).toMatchObject({
        code: 'webauthn_verification_failed',
      })
    }
    expect((await signIn(device, { signCount: 6 })).error).toBeNull()
  })

  test('a device without a counter signs in again and again', async () => {
    const { device } = await withPasskey()
    expect((await signIn(device, { signCount: 0 })).error).toBeNull()
    expect((await signIn(device, { signCount: 0 })).error).toBeNull()
  })

  test('a challenge is answered once, even wrongly', async () => {
    const { device } = await withPasskey()
    const client = auth.service.client()
    const { data } = await client.passkey.startAuthentication()
    const challengeId = data?.challenge_id ?? ''
    const options = data?.options ?? { challenge: '' }
    const wrong = device.get(options, { origin: 'https://evil.example' })
    const first = await client.passkey.verifyAuthentication({ challengeId, credential: wrong })
    expect(first.error).toMatchObject({ code: 'webauthn_verification_failed' })
    const credential = device.get(options)
    const second = await client.passkey.verifyAuthentication({ challengeId, credential })
    expect(second.error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
      message: 'Challenge not found or already used',
    })
  })

  test('one answer sent twice at once opens one session', async () => {
    const { device } = await withPasskey()
    const { data } = await auth.service.client().passkey.startAuthentication()
    const body = {
      challenge_id: data?.challenge_id,
      credential: device.get(data?.options ?? { challenge: '' }),
    }
    const both = await Promise.all(
      [1, 2].map(() => auth.service.post('/passkeys/authentication/verify', body)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a challenge expires after five minutes and is bound to who asked for it', async () => {
    const late = await startAuth(auth.database)
    const { client } = await signedUp(late)
    const { client: other } = await signedUp(late)
    const { data } = await client.passkey.startRegistration()
    const answer = {
      challengeId: data?.challenge_id ?? '',
      credential: makeAuthenticator(siteUrl).create(data?.options ?? never()),
    }
    const stolen = await other.passkey.verifyRegistration(answer)
    expect(stolen.error).toMatchObject({ code: 'webauthn_challenge_not_found' })
    late.moveClock(301)
    const expired = await client.passkey.verifyRegistration(answer)
    expect(expired.error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_expired',
      message: 'Challenge has expired',
    })
  })

  test('what is no credential at all is called so', async () => {
    const { client, token } = await signedUp()
    const { data } = await client.passkey.startRegistration()
    const answer = await auth.service.post(
      '/passkeys/registration/verify',
      { challenge_id: data?.challenge_id, credential: { id: 'x', type: 'public-key' } },
      { Authorization: `Bearer ${token}` },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error_code: 'webauthn_verification_failed',
      msg: 'Invalid credential response',
    })
  })

  test('a credential belongs to one account only', async () => {
    const { device } = await withPasskey()
    const { client } = await signedUp()
    expect((await register(client, device)).error).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    })
  })

  test('an account has at most ten passkeys', async () => {
    const { client } = await withPasskey()
    for (let i = 1; i < 10; i += 1) await register(client, makeAuthenticator(siteUrl))
    const { error } = await client.passkey.startRegistration()
    expect(error).toMatchObject({ status: 422, code: 'too_many_passkeys' })
  })

  test('with a second factor on, the password alone adds and removes no passkey', async () => {
    const { client, email, passkeyId, device } = await withPasskey()
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    const secret = factor?.type === 'totp' ? factor.totp.secret : ''
    const epoch = Math.floor(auth.service.deps.now().getTime() / 1000)
    await client.mfa.challengeAndVerify({
      factorId: factor?.id ?? '',
      code: await generate({ secret, epoch }),
    })
    const thief = auth.service.client()
    await thief.signInWithPassword({ email, password })
    const refused = { status: 403, code: 'insufficient_aal' }
    expect((await thief.passkey.startRegistration()).error).toMatchObject(refused)
    expect((await thief.passkey.delete({ passkeyId })).error).toMatchObject(refused)
    // A passkey is one factor: the second one is still required.
    const { client: own } = await signIn(device)
    expect((await own.passkey.startRegistration()).error).toMatchObject(refused)
    expect((await client.passkey.startRegistration()).error).toBeNull()
  })

  test('a closed account is not opened by its passkey', async () => {
    const banned = await withPasskey()
    await auth.service.admin.updateUserById(banned.id, { ban_duration: '24h' })
    expect((await signIn(banned.device)).error).toMatchObject({ status: 403, code: 'user_banned' })
    const unconfirmed = await withPasskey()
    await auth.database.query('update auth.users set email_confirmed_at = null where id = $1', [
      unconfirmed.id,
    ])
    expect((await signIn(unconfirmed.device)).error).toMatchObject({
      status: 403,
      code: 'email_not_confirmed',
    })
    const gone = await withPasskey()
    await auth.service.admin.deleteUser(gone.id, true)
    expect((await signIn(gone.device)).error).toMatchObject({
      code: 'webauthn_verification_failed',
    })
  })

  test('pages of a further origin may use the passkeys of this site', async () => {
    const device = makeAuthenticator('https://app.example')
    const { client } = await signedUp(auth.elsewhere)
    expect((await register(client, device)).error).toBeNull()
    expect((await signIn(device, {}, auth.elsewhere.client())).error).toBeNull()
    expect((await signIn(device)).error).toMatchObject({ code: 'webauthn_verification_failed' })
  })

  test('somebody else’s passkey is not found', async () => {
    const { passkeyId } = await withPasskey()
    const { client } = await signedUp()
    const notFound = { status: 404, message: 'Passkey not found' }
    const renamed = await client.passkey.update({ passkeyId, friendlyName: 'mine' })
    expect(renamed.error).toMatchObject(notFound)
    expect((await client.passkey.delete({ passkeyId })).error).toMatchObject(notFound)
  })

  test('an administrator lists and removes passkeys', async () => {
    const { id, passkeyId } = await withPasskey()
    const { passkey } = auth.service.admin
    expect((await passkey.listPasskeys({ userId: id })).data).toMatchObject([{ id: passkeyId }])
    expect((await passkey.deletePasskey({ userId: id, passkeyId })).error).toBeNull()
    expect((await passkey.listPasskeys({ userId: id })).data).toEqual([])
    const twice = await passkey.deletePasskey({ userId: id, passkeyId })
    expect(twice.error).toMatchObject({ status: 404 })
  })

  test('settings tell whether passkeys are on', async () => {
    const off = await startAuth(auth.database, { allowsPasskeys: false })
    const told = async (service: typeof off) =>
      (await (await service.request('/settings')).json()).passkeys_enabled
    expect([await told(auth.service), await told(off)]).toEqual([true, false])
  })
})

function never(): never {
  throw new Error('The service gave no options')
}
