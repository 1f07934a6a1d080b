// Sign-up, sign-in and recovery by email, through the official client.
import { describe, expect, test } from 'vitest'
import { confirmedPerson, follow, lastMail } from '#tests/support/auth-mails.ts'
import {
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

  test('a sign-up waits for its code', async () => {
    const client = auth.careful.client()
    const email = freshEmail()
    const { data, error } = await client.signUp({ email, password })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { email_verified: false } })
    expect(data.user?.confirmation_sent_at).toBeTypeOf('string')
    expect(data.user).not.toHaveProperty('confirmed_at')
    const early = await auth.careful.client().signInWithPassword({ email, password })
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

    const { code, kind } = lastMail(auth.careful, email)
    expect(kind).toBe('signup')
    expect(code).toMatch(/^\d{6}$/)
    const verified = await client.verifyOtp({ email, token: code, type: 'signup' })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.user_metadata.email_verified).toBe(true)
    expect(verified.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.amr?.[0]).toMatchObject({ method: 'otp' })
    expect((await auth.careful.client().signInWithPassword({ email, password })).error).toBeNull()
    const spent = await client.verifyOtp({ email, token: code, type: 'signup' })
    expect(spent.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('a followed link signs in at the page that was asked for', async () => {
    const email = freshEmail()
    await auth.careful.client().signUp({
      email,
      password,
      options: { emailRedirectTo: `${siteUrl}/admin?tab=users` },
    })
    const { link } = lastMail(auth.careful, email)
    const landing = await follow(auth.careful, link)
    expect(landing.status).toBe(303)
    expect(landing.page).toBe(`${siteUrl}/admin`)
    expect(landing.query.get('tab')).toBe('users')
    expect(Object.fromEntries(landing.fragment)).toMatchObject({
      token_type: 'bearer',
      type: 'signup',
      expires_in: '3600',
    })
    const { data } = await auth.careful.client().setSession({
      access_token: landing.fragment.get('access_token') ?? '',
      refresh_token: landing.fragment.get('refresh_token') ?? '',
    })
    expect(data.user?.email).toBe(email)
    const again = await follow(auth.careful, link)
    expect(Object.fromEntries(again.fragment)).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
  })

  test('looking at a link without following it spends nothing', async () => {
    const email = freshEmail()
    await auth.careful.client().signUp({ email, password })
    const { link } = lastMail(auth.careful, email)
    const looked = await follow(auth.careful, link, 'HEAD')
    expect(looked).toMatchObject({ status: 200, page: '' })
    const landing = await follow(auth.careful, link)
    expect(landing.page).toBe(`${siteUrl}/auth`)
    expect(landing.fragment.get('access_token')).not.toBeNull()
  })

  test('one link followed twice at once signs in once', async () => {
    const email = freshEmail()
    await auth.careful.client().signUp({ email, password })
    const { link } = lastMail(auth.careful, email)
    const landings = await Promise.all([follow(auth.careful, link), follow(auth.careful, link)])
    const tokens = landings.filter(({ fragment }) => fragment.has('access_token'))
    expect(tokens).toHaveLength(1)
  })

  test('a sign-up for an address that exists looks like a new one', async () => {
    const { email: taken } = await confirmedPerson(auth.careful)
    const mailsBefore = auth.careful.mails.length
    const options = { data: { full_name: 'Ann' } }
    const known = await auth.careful.client().signUp({ email: taken, password, options })
    expect(auth.careful.mails).toHaveLength(mailsBefore)
    const fresh = await auth.careful.client().signUp({ email: freshEmail(), password, options })
    expect(shapeOf(known.data)).toEqual(shapeOf(fresh.data))
    expect(known.data.user?.email).toBe(taken)
    expect(known.data.user?.user_metadata).toMatchObject({ full_name: 'Ann', email: taken })
    const { data } = await auth.careful.admin.getUserById(known.data.user?.id ?? '')
    expect(data.user).toBeNull()
    expect(
      (await auth.careful.client().signInWithPassword({ email: taken, password })).error,
    ).toBeNull()
  })

  test('repeating requests tells known and unknown addresses alike', async () => {
    const slow = await startAuth(auth.database, { autoconfirm: false, mailIntervalSeconds: 60 })
    const { email: known } = await confirmedPerson(auth.careful)
    const statuses = async (email: string, ask: (email: string) => Promise<Response>) => [
      (await ask(email)).status,
      (await ask(email)).status,
    ]
    const recover = (email: string) => slow.post('/recover', { email })
    const signUp = (email: string) => slow.post('/signup', { email, password })
    const resend = (email: string) => slow.post('/resend', { type: 'signup', email })
    expect(await statuses(known, recover)).toEqual([200, 429])
    expect(await statuses(freshEmail(), recover)).toEqual([200, 429])
    expect(await statuses(known, signUp)).toEqual([200, 429])
    expect(await statuses(freshEmail(), signUp)).toEqual([200, 429])
    expect(await statuses(known, resend)).toEqual([200, 429])
    expect(await statuses(freshEmail(), resend)).toEqual([200, 429])
  })

  test('the password of the newest sign-up counts until one is confirmed', async () => {
    const email = freshEmail()
    await auth.careful.client().signUp({ email, password })
    await auth.careful.client().signUp({ email, password: 'another-one-44' })
    const { code } = lastMail(auth.careful, email)
    await auth.careful.client().verifyOtp({ email, token: code, type: 'signup' })
    const signIn = (tried: string) =>
      auth.careful.client().signInWithPassword({ email, password: tried })
    expect((await signIn(password)).error?.code).toBe('invalid_credentials')
    expect((await signIn('another-one-44')).error).toBeNull()
  })

  test('two sign-ups for one address at once open one account', async () => {
    const email = freshEmail()
    const attempts = Array.from({ length: 5 }, () =>
      auth.careful.client().signUp({ email, password }),
    )
    const results = await Promise.all(attempts)
    expect(results.filter(({ error }) => error)).toEqual([])
    const { count } = await auth.database.query('select from auth.users where email = $1', [email])
    expect(count).toBe(1)
  })

  test('a resent confirmation replaces the first', async () => {
    const client = auth.careful.client()
    const email = freshEmail()
    await client.signUp({ email, password })
    const first = lastMail(auth.careful, email)
    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    const second = lastMail(auth.careful, email)
    expect(second.link).not.toBe(first.link)
    expect((await follow(auth.careful, first.link)).fragment.get('error_code')).toBe('otp_expired')
    const { error } = await client.verifyOtp({ email, token: second.code, type: 'email' })
    expect(error).toBeNull()
  })

  test('a code is refused after a day', async () => {
    const late = await startAuth(auth.database, { autoconfirm: false })
    const email = freshEmail()
    await late.client().signUp({ email, password })
    late.moveClock(86_401)
    const { code } = lastMail(late, email)
    const { error } = await late.client().verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('a link signs an unknown address up and in', async () => {
    const email = freshEmail()
    const { error } = await auth.trusting
      .client()
      .signInWithOtp({ email, options: { data: { full_name: 'By Mail' } } })
    expect(error).toBeNull()
    const { link, kind } = lastMail(auth.trusting, email)
    expect(kind).toBe('magiclink')
    const landing = await follow(auth.trusting, link)
    expect(landing.fragment.get('type')).toBe('magiclink')
    const { data } = await auth.trusting
      .client()
      .getUser(landing.fragment.get('access_token') ?? '')
    expect(data.user?.user_metadata.full_name).toBe('By Mail')
  })

  test('under confirmation the first sign-in mail confirms the address', async () => {
    const client = auth.careful.client()
    const email = freshEmail()
    await client.signInWithOtp({ email })
    const { code, kind } = lastMail(auth.careful, email)
    expect(kind).toBe('signup')
    const { data } = await client.verifyOtp({ email, token: code, type: 'email' })
    expect(data.user?.email_confirmed_at).toBeTypeOf('string')
    await client.signInWithOtp({ email })
    expect(lastMail(auth.careful, email).kind).toBe('magiclink')
    const token = lastMail(auth.careful, email).code
    expect((await client.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
  })

  test('nobody is signed up who asks not to be', async () => {
    const { error } = await auth.trusting
      .client()
      .signInWithOtp({ email: freshEmail(), options: { shouldCreateUser: false } })
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' })
  })

  test('recovery leads to a new password', async () => {
    const { email } = await confirmedPerson(auth.trusting)
    const client = auth.trusting.client()
    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const { code, kind } = lastMail(auth.trusting, email)
    expect(kind).toBe('recovery')
    const verified = await client.verifyOtp({ email, token: code, type: 'recovery' })
    expect(verified.error).toBeNull()
    expect((await client.updateUser({ password: 'rolled-turf-8' })).error).toBeNull()
    const { error } = await auth.trusting
      .client()
      .signInWithPassword({ email, password: 'rolled-turf-8' })
    expect(error).toBeNull()
  })

  test('recovery of an unknown address answers the same and mails nobody', async () => {
    const before = auth.trusting.mails.length
    const { data, error } = await auth.trusting.client().resetPasswordForEmail(freshEmail())
    expect({ data, error }).toEqual({ data: {}, error: null })
    expect(auth.trusting.mails).toHaveLength(before)
    const leftovers = await auth.database.query(
      `select from auth.users where email like '%nobody.invalid'`,
    )
    expect(leftovers.count).toBe(0)
  })
})

/** Keys and value types, recursively. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  )
}
