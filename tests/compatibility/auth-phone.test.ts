// Signing up and in with a phone number, through the official client. The sending of SMS is tested in
// tests/server/sms.test.ts.
import type { VerifyMobileOtpParams } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  type AuthService,
  freshEmail,
  goodPassword,
  openAuth,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

const password = goodPassword
/** From the range that Ofcom reserves for fiction. */
let counter = 900_100
const freshPhone = () => {
  counter += 1
  return `447700${counter}`
}

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { allowsPhone: true, testOtp: { '447700900999': '654321' } },
    careful: { allowsPhone: true, autoconfirm: false },
    paced: { allowsPhone: true, mailIntervalSeconds: 60 },
    limited: { allowsPhone: true, rateLimitScale: 1 },
    closed: { allowsPhone: true, isSignUpDisabled: true },
  })

  function lastCode(phone: string, service: AuthService = auth.service): string {
    const message = service.messages.filter(({ to }) => to === `+${phone}`).at(-1)
    const code = /\d{6}/.exec(message?.text ?? '')?.[0]
    if (!code) throw new Error(`No message was sent to ${phone}`)
    return code
  }

  function verify(phone: string, token: string, type: VerifyMobileOtpParams['type'] = 'sms') {
    return auth.service.client().verifyOtp({ phone, token, type })
  }

  async function signedUp() {
    const phone = freshPhone()
    const client = auth.service.client()
    const { error } = await client.signUp({ phone, password })
    if (error) throw error
    const { data } = await client.verifyOtp({ phone, token: lastCode(phone), type: 'sms' })
    return { phone, client, id: data.user?.id ?? '', session: data.session }
  }

  test('a number signs up with a password, and counts once its code is typed', async () => {
    const phone = freshPhone()
    const client = auth.service.client()
    const { data } = await client.signUp({
      phone: `+${phone}`,
      password,
      options: { data: { full_name: 'Wendy Willow' } },
    })
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      phone,
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { full_name: 'Wendy Willow', phone, phone_verified: false },
    })
    expect(data.user).not.toHaveProperty('phone_confirmed_at')
    const early = await client.signInWithPassword({ phone, password })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })

    const verified = await client.verifyOtp({ phone, token: lastCode(phone), type: 'sms' })
    expect(verified.data.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      user_metadata: { phone_verified: true },
    })
    const claims = decodeJwt(verified.data.session?.access_token ?? '')
    expect(claims).toMatchObject({ phone, amr: [{ method: 'otp' }] })
    const later = await auth.service.client().signInWithPassword({ phone: `+${phone}`, password })
    expect(later.data.user?.id).toBe(data.user?.id)
    const wrong = await auth.service
      .client()
      .signInWithPassword({ phone, password: 'not-this-one' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('the message names the company and goes where it was asked for', async () => {
    const phone = freshPhone()
    const options = { channel: 'whatsapp' } as const
    const { data } = await auth.service.client().signInWithOtp({ phone, options })
    expect(auth.service.messages.at(-1)).toEqual({
      id: data.messageId,
      to: `+${phone}`,
      channel: 'whatsapp',
      text: expect.stringMatching(/^Gardens and Grounds: your code is \d{6}\. /),
      expiresAt: expect.any(String),
    })
  })

  test('a code signs in whoever is known, and opens an account for whoever is not', async () => {
    const phone = freshPhone()
    await auth.service.client().signInWithOtp({ phone })
    const first = await verify(phone, lastCode(phone))
    await auth.service.client().signInWithOtp({ phone })
    const second = await verify(phone, lastCode(phone))
    expect(second.data.user?.id).toBe(first.data.user?.id)
    expect(second.data.session?.access_token).toBeTruthy()
  })

  test('a code is used once, for a minute, and by whoever guesses nothing', async () => {
    const phone = freshPhone()
    await auth.service.client().signInWithOtp({ phone })
    const code = lastCode(phone)
    const other = code === '000000' ? '000001' : '000000'
    const refusal = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
    expect((await verify(phone, other)).error).toMatchObject(refusal)
    expect((await verify(freshPhone(), code)).error).toMatchObject(refusal)
    const both = await Promise.all([verify(phone, code), verify(phone, code)])
    expect(both.map(({ error }) => error?.code ?? 'in').sort()).toEqual(['in', 'otp_expired'])
    await auth.service.client().signInWithOtp({ phone })
    auth.service.moveClock(61)
    expect((await verify(phone, lastCode(phone))).error).toMatchObject(refusal)
  })

  test('a code from a message proves no address', async () => {
    const phone = freshPhone()
    const email = freshEmail()
    await auth.careful.admin.createUser({ phone, email })
    await auth.careful.client().signInWithOtp({ phone })
    const { rows } = await auth.database.query<{ token_hash: string }>(
      'select token_hash from auth.one_time_tokens where relates_to = $1',
      [phone],
    )
    const answer = await auth.careful.post('/verify', {
      type: 'signup',
      token_hash: rows[0]?.token_hash,
    })
    expect(answer.status).toBe(403)
  })

  test('a number for tests gets its own code and no message', async () => {
    const phone = '447700900999'
    const before = auth.service.messages.length
    const { data } = await auth.service.client().signInWithOtp({ phone })
    expect(data.messageId).toBe('test-otp')
    expect(auth.service.messages).toHaveLength(before)
    expect((await verify(phone, '654321')).data.user?.phone).toBe(phone)
  })

  test('another number is pending until its code is typed', async () => {
    const { client, phone, id } = await signedUp()
    const next = freshPhone()
    const asked = await client.updateUser({ phone: next })
    expect(asked.data.user).toMatchObject({ phone, new_phone: next })
    const again = await client.resend({ type: 'phone_change', phone })
    expect(again.data.messageId).toBe(auth.service.messages.at(-1)?.id)
    const { data } = await verify(next, lastCode(next), 'phone_change')
    expect(data.user).toMatchObject({ id, phone: next })
    expect(data.user).not.toHaveProperty('new_phone')
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ phone: next })
  })

  test('somebody with an address adds a number and is known by both', async () => {
    const client = auth.service.client()
    const email = freshEmail()
    await client.signUp({ email, password })
    const phone = freshPhone()
    await client.updateUser({ phone })
    const { data } = await verify(phone, lastCode(phone), 'phone_change')
    expect(data.user).toMatchObject({
      email,
      phone,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    })
    const byPhone = await auth.service.client().signInWithPassword({ phone, password })
    expect(byPhone.data.user?.email).toBe(email)
  })

  test('a number that somebody has is nobody else’s', async () => {
    const [one, two] = [await signedUp(), await signedUp()]
    const taken = await two.client.updateUser({ phone: one.phone })
    expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' })
    const wanted = freshPhone()
    await one.client.updateUser({ phone: wanted })
    const wantedByOne = lastCode(wanted)
    await auth.service.client().signUp({ phone: wanted, password })
    const late = await verify(wanted, wantedByOne, 'phone_change')
    expect(late.error).toMatchObject({ status: 422, code: 'phone_exists' })
    const again = await auth.service.client().signUp({ phone: one.phone, password })
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' })
  })

  test('under confirmation a sign-up does not tell whether the number is known', async () => {
    const phone = freshPhone()
    const careful = auth.careful.client()
    const first = await careful.signUp({ phone, password })
    await careful.verifyOtp({ phone, token: lastCode(phone, auth.careful), type: 'sms' })
    const sent = auth.careful.messages.length
    const again = await auth.careful.client().signUp({ phone, password })
    expect(auth.careful.messages).toHaveLength(sent)
    expect(Object.keys(again.data.user ?? {}).sort()).toEqual(
      Object.keys(first.data.user ?? {}).sort(),
    )
    expect(again.data.user?.phone).toBe(phone)
    expect(again.data.user?.id).not.toBe(first.data.user?.id)
  })

  test('an old session changes its password with a code from a message', async () => {
    const { client, phone, session } = await signedUp()
    await auth.database.query(
      `update auth.sessions set created_at = created_at - interval '25 hours' where id = $1`,
      [decodeJwt(session?.access_token ?? '').session_id],
    )
    const early = await client.updateUser({ password: 'prune-the-roses-3' })
    expect(early.error).toMatchObject({ code: 'reauthentication_needed' })
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = lastCode(phone)
    expect((await client.updateUser({ password: 'prune-the-roses-3', nonce })).error).toBeNull()
  })

  test('messages to one number keep their distance, known or not', async () => {
    const phone = freshPhone()
    const paced = auth.paced.client()
    await paced.signInWithOtp({ phone })
    const soon = await paced.signInWithOtp({ phone })
    expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
    const nobody = freshPhone()
    expect((await paced.resend({ type: 'sms', phone: nobody })).error).toBeNull()
    expect((await paced.resend({ type: 'sms', phone: nobody })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
    })
  })

  test('one number gets five messages, whoever asks from wherever', async () => {
    const phone = freshPhone()
    const answers = []
    for (let i = 1; i <= 6; i += 1) {
      const client = auth.limited.client({ address: `198.51.100.${i}` })
      answers.push((await client.signInWithOtp({ phone })).error?.code ?? 'sent')
    }
    expect(answers).toEqual([...Array(5).fill('sent'), 'over_sms_send_rate_limit'])
  })

  test('guesses at one number end after thirty, from however many addresses', async () => {
    const phone = freshPhone()
    await auth.limited.client({ address: '203.0.113.250' }).signInWithOtp({ phone })
    const codes = []
    for (let i = 1; i <= 31; i += 1) {
      const client = auth.limited.client({ address: `203.0.113.${i}` })
      codes.push((await client.verifyOtp({ phone, token: 'xxxxxx', type: 'sms' })).error?.code)
    }
    expect(codes.slice(0, 30)).toEqual(Array(30).fill('otp_expired'))
    expect(codes[30]).toBe('over_request_rate_limit')
  })

  test.each([
    ['POST /otp', { phone: 'call me' }, 400, 'validation_failed'],
    ['POST /otp', { phone: '447700900001', channel: 'pigeon' }, 400, 'validation_failed'],
    ['POST /otp', { phone: '447700900002', create_user: false }, 422, 'otp_disabled'],
    ['POST /signup', { phone: '0', password }, 400, 'validation_failed'],
    [
      'POST /verify',
      { phone: '447700900003', token: '1', type: 'magiclink' },
      400,
      'validation_failed',
    ],
    ['POST /token?grant_type=password', { phone: 'x', password }, 400, 'validation_failed'],
  ])('%s with %j is %d %s', async (request, body, status, code) => {
    const [, path = ''] = request.split(' ')
    const answer = await auth.service.post(path, body, { 'X-Supabase-Api-Version': '2024-01-01' })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('where sign-ups are off an unknown number is refused', async () => {
    const { error } = await auth.closed.client().signInWithOtp({ phone: freshPhone() })
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
  })

  test('the settings say that numbers are welcome', async () => {
    const answer = await auth.service.request('/settings')
    expect(await answer.json()).toMatchObject({
      external: { phone: true },
      phone_autoconfirm: false,
      sms_provider: 'webhook',
    })
  })
})
