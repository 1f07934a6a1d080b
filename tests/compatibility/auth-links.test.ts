// PKCE, changes of address, invitations and generated links, through the official client.
import { describe, expect, test } from 'vitest'
import { confirmedPerson, follow, lastMail, tokenOf } from '#tests/support/auth-mails.ts'
import {
  type AuthService,
  freshEmail,
  goodPassword,
  openAuth,
  siteUrl,
  startAuth,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

const password = goodPassword

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    /** Confirms addresses automatically, the default. */
    trusting: {},
    /** Requires email confirmation. */
    careful: { autoconfirm: false },
  })

  test('PKCE turns a link into a code for whoever asked', async () => {
    const email = freshEmail()
    const client = auth.careful.client({ flowType: 'pkce' })
    await client.signUp({ email, password })
    const landing = await follow(auth.careful, lastMail(auth.careful, email).link)
    expect(landing.fragment.size).toBe(0)
    const code = landing.query.get('code') ?? ''
    const stranger = await auth.careful.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    })
    expect(stranger.status).toBe(400)
    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.amr?.[0]).toMatchObject({ method: 'email/signup' })
  })

  test.each([
    ['recovery', (service: AuthService, email: string) => service.post('/recover', { email })],
    ['magiclink', (service: AuthService, email: string) => service.post('/otp', { email })],
  ])('the link of a %s email waits for a button on the sign-in page', async (type, ask) => {
    const { email } = await confirmedPerson(auth.trusting)
    await ask(auth.trusting, email)
    const link = new URL(lastMail(auth.trusting, email).link)
    expect(link.origin + link.pathname).toBe(`${siteUrl}/auth`)
    expect(link.searchParams.get('enter-code')).toBe(type)
    const { data, error } = await auth.trusting
      .client()
      .verifyOtp({ token_hash: tokenOf(link.href), type: type as 'recovery' | 'magiclink' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  test('the link of an email that another page has asked for signs in there', async () => {
    const redirectTo = `${siteUrl}/elsewhere`
    const { client, email } = await confirmedPerson(auth.trusting)
    await client.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } })
    const landing = await follow(auth.trusting, lastMail(auth.trusting, email).link)
    expect(landing.page).toBe(redirectTo)
    expect(landing.fragment.get('access_token')).toBeTruthy()
  })

  test('PKCE recovery and sign-in links name their method', async () => {
    const { email } = await confirmedPerson(auth.trusting)
    const client = auth.trusting.client({ flowType: 'pkce' })
    for (const [ask, method] of [
      [() => client.resetPasswordForEmail(email), 'recovery'],
      [() => client.signInWithOtp({ email }), 'magiclink'],
    ] as const) {
      await ask()
      const landing = await follow(auth.trusting, lastMail(auth.trusting, email).link)
      const { error } = await client.exchangeCodeForSession(landing.query.get('code') ?? '')
      expect(error).toBeNull()
      const { data: claims } = await client.getClaims()
      expect(claims?.claims.amr?.[0]).toMatchObject({ method })
    }
  })

  test('a PKCE code used by two at once gives one session', async () => {
    const { email } = await confirmedPerson(auth.trusting)
    const verifier = 'v'.repeat(64)
    await auth.trusting.post('/otp', {
      email,
      code_challenge: verifier,
      code_challenge_method: 'plain',
    })
    const landing = await follow(auth.trusting, lastMail(auth.trusting, email).link)
    const body = { auth_code: landing.query.get('code'), code_verifier: verifier }
    const both = await Promise.all(
      [1, 2].map(() => auth.trusting.post('/token?grant_type=pkce', body)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('a PKCE code expires five minutes after the link was followed', async () => {
    const late = await startAuth(auth.database)
    const { email } = await confirmedPerson(late)
    const client = late.client({ flowType: 'pkce' })
    await client.signInWithOtp({ email })
    const landing = await follow(late, lastMail(late, email).link)
    late.moveClock(301)
    const { error } = await client.exchangeCodeForSession(landing.query.get('code') ?? '')
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' })
  })

  test('a change of address needs both mails', async () => {
    const { client, email, id } = await confirmedPerson(auth.careful)
    const newEmail = freshEmail('moved')
    const asked = await client.updateUser({ email: newEmail })
    expect(asked.data.user).toMatchObject({ email, new_email: newEmail })
    const first = await client.verifyOtp({
      email: newEmail,
      token: lastMail(auth.careful, newEmail).code,
      type: 'email_change',
    })
    expect(first).toMatchObject({ data: { session: null, user: null }, error: null })
    const landing = await follow(auth.careful, lastMail(auth.careful, email).link)
    expect(landing.fragment.get('access_token')).not.toBeNull()
    const { data } = await auth.careful.admin.getUserById(id)
    expect(data.user).toMatchObject({ email: newEmail, user_metadata: { email_verified: true } })
    expect(data.user?.identities?.[0]?.identity_data?.email).toBe(newEmail)
    expect(data.user).not.toHaveProperty('new_email')
  })

  test('the two halves of a change come in any order', async () => {
    const { client, email } = await confirmedPerson(auth.careful)
    const newEmail = freshEmail('moved')
    await client.updateUser({ email: newEmail })
    const landing = await follow(auth.careful, lastMail(auth.careful, email).link)
    expect(landing.fragment.get('message')).toContain('Confirmation link accepted')
    const second = await client.verifyOtp({
      email: newEmail,
      token: lastMail(auth.careful, newEmail).code,
      type: 'email_change',
    })
    expect(second.data.user?.email).toBe(newEmail)
  })

  test('both addresses are asked also where new ones are trusted', async () => {
    const { client, email, id } = await confirmedPerson(auth.trusting)
    const newEmail = freshEmail('moved')
    await client.updateUser({ email: newEmail })
    expect(lastMail(auth.trusting, email).kind).toBe('email_change')
    const token = lastMail(auth.trusting, newEmail).code
    const first = await client.verifyOtp({ email: newEmail, token, type: 'email_change' })
    expect(first.data.session).toBeNull()
    expect((await auth.trusting.admin.getUserById(id)).data.user?.email).toBe(email)
    const own = lastMail(auth.trusting, email).code
    const { data } = await client.verifyOtp({ email, token: own, type: 'email_change' })
    expect(data.user?.email).toBe(newEmail)
  })

  test('who requested an address first can still type the code of it', async () => {
    const [first, second] = [
      await confirmedPerson(auth.careful),
      await confirmedPerson(auth.careful),
    ]
    const newEmail = freshEmail('wanted')
    await first.client.updateUser({ email: newEmail })
    const { code } = lastMail(auth.careful, newEmail)
    await second.client.updateUser({ email: newEmail })
    const own = lastMail(auth.careful, first.email).code
    for (const [email, token] of [
      [newEmail, code],
      [first.email, own],
    ] as const) {
      const answer = await first.client.verifyOtp({ email, token, type: 'email_change' })
      expect(answer.error).toBeNull()
    }
    const { data } = await auth.careful.admin.getUserById(first.id)
    expect(data.user?.email).toBe(newEmail)
  })

  test('an address taken in the meantime stays with who has it', async () => {
    const { client, email, id } = await confirmedPerson(auth.trusting)
    const newEmail = freshEmail('wanted')
    await client.updateUser({ email: newEmail })
    await follow(auth.trusting, lastMail(auth.trusting, newEmail).link)
    await confirmedPerson(auth.trusting, newEmail)
    const landing = await follow(auth.trusting, lastMail(auth.trusting, email).link)
    expect(landing.fragment.get('error_code')).toBe('email_exists')
    expect((await auth.trusting.admin.getUserById(id)).data.user?.email).toBe(email)
  })

  test('one half of a change twice does not make it whole', async () => {
    const { client, email, id } = await confirmedPerson(auth.careful)
    const newEmail = freshEmail('moved')
    await client.updateUser({ email: newEmail })
    const { link } = lastMail(auth.careful, newEmail)
    await follow(auth.careful, link)
    expect((await follow(auth.careful, link)).fragment.get('error_code')).toBe('otp_expired')
    expect((await auth.careful.admin.getUserById(id)).data.user?.email).toBe(email)
  })

  test('an invitation leads to a password of one’s own', async () => {
    const email = freshEmail('guest')
    const invited = await auth.careful.admin.inviteUserByEmail(email, {
      data: { full_name: 'Guest' },
    })
    expect(invited.data.user).toMatchObject({ email, user_metadata: { full_name: 'Guest' } })
    expect(invited.data.user?.user_metadata).not.toHaveProperty('sub')
    expect(invited.data.user?.invited_at).toBeTypeOf('string')
    expect(lastMail(auth.careful, email).kind).toBe('invite')
    const landing = await follow(auth.careful, lastMail(auth.careful, email).link)
    const client = auth.careful.client()
    await client.setSession({
      access_token: landing.fragment.get('access_token') ?? '',
      refresh_token: landing.fragment.get('refresh_token') ?? '',
    })
    expect((await client.updateUser({ password })).error).toBeNull()
    expect((await auth.careful.client().signInWithPassword({ email, password })).error).toBeNull()
    const again = await auth.careful.admin.inviteUserByEmail(email)
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('a redirect elsewhere falls back to the sign-in page', async () => {
    const { email } = await confirmedPerson(auth.trusting)
    const redirectTo = 'https://evil.example/steal'
    await auth.trusting.client().resetPasswordForEmail(email, { redirectTo })
    const landing = await follow(auth.trusting, lastMail(auth.trusting, email).link)
    expect(landing.page).toBe(`${siteUrl}/auth`)
  })

  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
    'a generated %s link works and no mail is sent',
    async (type) => {
      const { email: known } = await confirmedPerson(auth.careful)
      const email = type === 'signup' || type === 'invite' ? freshEmail() : known
      const before = auth.careful.mails.length
      const made =
        type === 'signup'
          ? await auth.careful.admin.generateLink({ type, email, password })
          : await auth.careful.admin.generateLink({ type, email })
      expect(made.error).toBeNull()
      const properties = made.data.properties
      expect(properties?.verification_type).toBe(type)
      expect(Array.from(new URL(properties?.action_link ?? '').searchParams.keys())).toEqual([
        'token',
        'type',
        'redirect_to',
      ])
      expect(auth.careful.mails).toHaveLength(before)
      const { error, data } = await auth.careful
        .client()
        .verifyOtp({ token_hash: properties?.hashed_token ?? '', type })
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
    },
  )

  test('generated links of a change of address make it whole', async () => {
    const { email, id } = await confirmedPerson(auth.careful)
    const newEmail = freshEmail('moved')
    const links: string[] = []
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await auth.careful.admin.generateLink({ type, email, newEmail })
      expect(data.properties?.verification_type).toBe(type)
      links.push(data.properties?.action_link ?? '')
    }
    const [current = '', fresh = ''] = links
    expect((await follow(auth.careful, current)).fragment.get('message')).not.toBeNull()
    expect((await follow(auth.careful, fresh)).fragment.get('access_token')).not.toBeNull()
    expect((await auth.careful.admin.getUserById(id)).data.user?.email).toBe(newEmail)
  })
})
