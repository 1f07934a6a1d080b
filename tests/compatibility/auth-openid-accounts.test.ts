// Which account a user of a provider gets, and how identities are linked and unlinked.
import { generate } from 'otplib'
import { afterAll, describe, expect, test } from 'vitest'
import { confirmedPerson, lastMail } from '#tests/support/auth-mails.ts'
import {
  type AuthService,
  freshEmail,
  openAuth,
  goodPassword as password,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import {
  callbackUrl,
  fieldsOf,
  follow,
  personAt,
  sessionFrom,
  setOut,
  signInAt,
  walkThrough,
} from '#tests/support/openid-visits.ts'

const provider = await startOpenIdProvider([callbackUrl])
const other = await startOpenIdProvider([callbackUrl])
const { name } = provider.settings
other.settings.name = 'custom:other'
afterAll(() => Promise.all([provider.close(), other.close()]))

describe.each(contractEngines)('%s', (engine) => {
  const providers = [provider.settings, other.settings]
  const auth = openAuth(engine, {
    service: { providers },
    confirming: { providers, autoconfirm: false },
  })

  async function withPassword(service: AuthService = auth.service) {
    const email = freshEmail('owner')
    const { data } = await service.client().signUp({ email, password })
    return { email, id: data.user?.id ?? '' }
  }

  test('a verified address leads to its account, which keeps its password', async () => {
    const owner = await confirmedPerson(auth.service, freshEmail('owner'))
    const { id } = personAt(provider, { email: owner.email.toUpperCase() })
    const { user } = await sessionFrom(auth.service, provider, id)
    expect(user.id).toBe(owner.id)
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', name] })
    const again = await auth.service.client().signInWithPassword({ email: owner.email, password })
    expect(again.error).toBeNull()
    const { rows } = await auth.database.query<{ action: string; provider: string }>(
      `select payload ->> 'action' as action, payload -> 'traits' ->> 'provider' as provider
       from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' like 'identity%'`,
      [owner.id],
    )
    expect(rows).toEqual([{ action: 'identity_linked', provider: name }])
  })

  test.each([
    ['with autoconfirm', 'service'],
    ['with confirmation', 'confirming'],
  ] as const)('an unverified address never leads to its account, %s', async (_, which) => {
    const owner = await withPassword(auth.service)
    const { id } = personAt(provider, { email: owner.email, email_verified: false })
    await signInAt(auth[which], auth[which].client(), provider, id)
    const { rows } = await auth.database.query<{ user_id: string; email: string | null }>(
      `select i.user_id, u.email from auth.identities i join auth.users u on u.id = i.user_id
       where i.provider = $1 and i.provider_id = $2`,
      [name, id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.user_id).not.toBe(owner.id)
    expect(rows[0]?.email).toBeNull()
  })

  test('an unverified address has to be confirmed by mail, and then lets in', async () => {
    const { id, email } = personAt(provider, { email_verified: false })
    const landed = await signInAt(auth.confirming, auth.confirming.client(), provider, id)
    expect(fieldsOf(landed.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description: `Unverified email with ${name}. A confirmation email has been sent to your ${name} email`,
    })
    const { code: token } = lastMail(auth.confirming, email)
    const verified = await auth.confirming.client().verifyOtp({ email, token, type: 'email' })
    expect(verified.error).toBeNull()
    const { user } = await sessionFrom(auth.confirming, provider, id)
    expect(user.id).toBe(verified.data.user?.id)
  })

  test('an unverified address that is taken gets no mail and nobody in', async () => {
    const owner = await withPassword(auth.service)
    const { id } = personAt(provider, { email: owner.email, email_verified: false })
    const before = auth.confirming.mails.length
    const landed = await signInAt(auth.confirming, auth.confirming.client(), provider, id)
    expect(landed.searchParams.get('error_description')).toBe(
      `Unverified email with ${name}. Verify the email with ${name} in order to sign in`,
    )
    expect(auth.confirming.mails).toHaveLength(before)
  })

  test('who signed up under a stranger’s address has lost it when the owner comes', async () => {
    const { email, id: userId } = await withPassword(auth.confirming)
    const { id } = personAt(provider, { email })
    const { user } = await sessionFrom(auth.confirming, provider, id)
    expect(user.id).toBe(userId)
    expect(user.identities?.map((identity) => identity.provider)).toEqual([name])
    expect(user.app_metadata).toEqual({ provider: name, providers: [name] })
    const thief = await auth.confirming.client().signInWithPassword({ email, password })
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' })
    const { code: token } = lastMail(auth.confirming, email)
    const late = await auth.confirming.client().verifyOtp({ email, token, type: 'signup' })
    expect(late.error).toMatchObject({ code: 'otp_expired' })
  })

  test('an identity whose provider did not verify the address is no trap for its owner', async () => {
    const { email } = personAt(provider)
    const thief = personAt(other, { email, email_verified: false })
    await signInAt(auth.confirming, auth.confirming.client(), other, thief.id)
    const owner = personAt(provider, { email })
    const { user } = await sessionFrom(auth.confirming, provider, owner.id)
    expect(user.email).toBe(email)
    expect(user.identities?.map((identity) => identity.provider)).toEqual([name])
  })

  test('nor does it lock an owner out who has an account', async () => {
    const { email, id: ownerId } = await withPassword()
    const thief = personAt(other, { email, email_verified: false })
    const stolen = await sessionFrom(auth.service, other, thief.id)
    expect(stolen.user.id).not.toBe(ownerId)
    const owner = personAt(provider, { email })
    const { user } = await sessionFrom(auth.service, provider, owner.id)
    expect(user.id).toBe(ownerId)
  })

  test('an unproved account takes the address that is verified later, and no other', async () => {
    const victim = freshEmail('victim')
    const { id } = personAt(provider, { email: victim, email_verified: false })
    await signInAt(auth.confirming, auth.confirming.client(), provider, id)
    const own = freshEmail('own')
    provider.people.set(id, { email: own, email_verified: true })
    const { user } = await sessionFrom(auth.confirming, provider, id)
    expect(user.email).toBe(own)
  })

  test('a provider does not stand in for the second factor', async () => {
    const { id } = personAt(provider)
    const { client } = await sessionFrom(auth.service, provider, id)
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    if (!factor) throw new Error('No factor was enrolled')
    const code = await generate({ secret: factor.totp.secret })
    await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    const again = await sessionFrom(auth.service, provider, id)
    const { data } = await again.client.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  })

  test('an invited person gets into the account that waits for them', async () => {
    const email = freshEmail('invited')
    const { data } = await auth.confirming.admin.inviteUserByEmail(email)
    const { id } = personAt(provider, { email })
    const { user } = await sessionFrom(auth.confirming, provider, id)
    expect(user.id).toBe(data.user?.id)
    expect(user.email_confirmed_at).toEqual(expect.any(String))
  })

  test('two providers at once with one address make one account', async () => {
    const { id, email } = personAt(provider)
    const elsewhere = personAt(other, { email })
    const [first, second] = await Promise.all([
      sessionFrom(auth.service, provider, id),
      sessionFrom(auth.service, other, elsewhere.id),
    ])
    expect(first.user.id).toBe(second.user.id)
  })

  describe('an invitation', () => {
    async function invited() {
      const email = freshEmail('guest')
      const { data } = await auth.confirming.admin.inviteUserByEmail(email)
      const { link } = lastMail(auth.confirming, email)
      const token = new URL(link).searchParams.get('token') ?? ''
      return { email, token, userId: data.user?.id }
    }

    function come(id: string, token: string) {
      const queryParams = { invite_token: token }
      const client = auth.confirming.client()
      return signInAt(auth.confirming, client, provider, id, { queryParams })
    }

    test('is taken up once, with an address that only the mail has proved', async () => {
      const { email, token, userId } = await invited()
      const { id } = personAt(provider, { email, email_verified: false })
      expect((await come(id, token)).hash).toContain('access_token=')
      const { data } = await auth.confirming.admin.getUserById(userId ?? '')
      expect(data.user).toMatchObject({
        email_confirmed_at: expect.any(String),
        app_metadata: { provider: name, providers: [name] },
      })
      await expect(come(id, token)).rejects.toThrow(/User identified by token not found/)
    })

    test('is for the invited address, and not for an identity that is somebody’s', async () => {
      const { email, token } = await invited()
      const stranger = await come(personAt(provider).id, token)
      expect(fieldsOf(stranger.searchParams)).toEqual({
        error: 'invalid_request',
        error_code: 'validation_failed',
        error_description: 'Invited email does not match emails from external provider',
      })
      const { id } = personAt(provider)
      await sessionFrom(auth.confirming, provider, id)
      provider.people.set(id, { email, email_verified: true })
      const known = await come(id, token)
      expect(known.searchParams.get('error_code')).toBe('identity_already_exists')
    })

    test('that was taken up meanwhile is gone', async () => {
      const { email, token } = await invited()
      const { id } = personAt(provider, { email })
      const client = auth.confirming.client()
      const start = await setOut(auth.confirming, client, provider, {
        queryParams: { invite_token: token },
      })
      await client.verifyOtp({ token_hash: token, type: 'invite' })
      const landed = await follow(auth.confirming, await walkThrough(start, { name: id }))
      expect(landed.searchParams.get('error_code')).toBe('invite_not_found')
    })
  })

  test('with one verified address in two accounts nobody is let in by guess', async () => {
    const email = freshEmail('double')
    const first = personAt(other, { email })
    await sessionFrom(auth.service, other, first.id)
    const { user } = await sessionFrom(auth.service, other, first.id)
    const moved = freshEmail('moved')
    await auth.service.admin.updateUserById(user.id, { email: moved })
    await auth.service.client().signUp({ email, password })
    const second = personAt(provider, { email })
    const landed = await signInAt(auth.service, auth.service.client(), provider, second.id)
    expect(landed.searchParams.get('error_description')).toMatch(/^Multiple accounts with the same/)
  })
})
