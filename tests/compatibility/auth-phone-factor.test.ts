// A phone as second factor, through the official client.
import type { GoTrueClient } from '@supabase/auth-js'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { freshEmail, goodPassword, openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

const password = goodPassword

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { allowsPhoneFactor: true, testOtp: { '447700900999': '654321' } },
    paced: { allowsPhoneFactor: true, mailIntervalSeconds: 60 },
  })

  const phone = '447700900123'
  const lastCode = () => /\d{6}/.exec(auth.service.messages.at(-1)?.text ?? '')?.[0] ?? ''

  async function enrolled(from = auth.service, number = phone) {
    const client = from.client()
    const email = freshEmail('factor')
    await client.signUp({ email, password })
    const { data, error } = await client.mfa.enroll({ factorType: 'phone', phone: `+${number}` })
    if (error) throw error
    return { client, email, factor: data }
  }

  async function lifted(client: GoTrueClient, factorId: string) {
    const asked = await client.mfa.challenge({ factorId })
    if (asked.error) throw asked.error
    return client.mfa.verify({ factorId, challengeId: asked.data.id, code: lastCode() })
  }

  test('a telephone is enrolled, asked and answers, and the session is worth two factors', async () => {
    const { client, factor } = await enrolled()
    expect(factor).toMatchObject({ type: 'phone', phone })
    const { data, error } = await lifted(client, factor.id)
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([{ factor_type: 'phone', status: 'verified', phone }])
    const level = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.amr).toMatchObject([{ method: 'mfa/phone' }, { method: 'password' }])
  })

  test('the next sign-in asks for it again', async () => {
    const { client, email, factor } = await enrolled()
    await lifted(client, factor.id)
    const elsewhere = auth.service.client()
    await elsewhere.signInWithPassword({ email, password })
    const before = await elsewhere.mfa.getAuthenticatorAssuranceLevel()
    expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect((await lifted(elsewhere, factor.id)).error).toBeNull()
  })

  test('a wrong code, a spent challenge and a late answer are refused', async () => {
    const { client, factor } = await enrolled()
    const factorId = factor.id
    const { data } = await client.mfa.challenge({ factorId })
    const challengeId = data?.id ?? ''
    const wrong = await client.mfa.verify({ factorId, challengeId, code: 'xxxxxx' })
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    const code = lastCode()
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
    const spent = await client.mfa.verify({ factorId, challengeId, code })
    expect(spent.error).toMatchObject({ code: 'mfa_ip_address_mismatch' })

    const other = await enrolled()
    const asked = await other.client.mfa.challenge({ factorId: other.factor.id })
    auth.service.moveClock(301)
    const late = await other.client.mfa.verify({
      factorId: other.factor.id,
      challengeId: asked.data?.id ?? '',
      code: lastCode(),
    })
    auth.service.moveClock(-301)
    expect(late.error).toMatchObject({ code: 'mfa_challenge_expired' })
  })

  test('the code is not kept as it was sent', async () => {
    const { client, factor } = await enrolled()
    const { data } = await client.mfa.challenge({ factorId: factor.id })
    const { rows } = await auth.database.query<{ otp_code: string }>(
      'select otp_code from auth.mfa_challenges where id = $1',
      [data?.id],
    )
    expect(rows[0]?.otp_code).toMatch(/^[0-9a-f]{56}$/)
  })

  test('a number for tests answers with its own code', async () => {
    const { client, factor } = await enrolled(auth.service, '447700900999')
    const asked = await client.mfa.challenge({ factorId: factor.id })
    const answered = await client.mfa.verify({
      factorId: factor.id,
      challengeId: asked.data?.id ?? '',
      code: '654321',
    })
    expect(answered.error).toBeNull()
  })

  test('a number is a factor once; an unfinished attempt makes room', async () => {
    const { client, factor } = await enrolled()
    const second = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'again' })
    expect(second.error).toBeNull()
    const gone = await client.mfa.challenge({ factorId: factor.id })
    expect(gone.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    await lifted(client, second.data?.id ?? '')
    const third = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'third' })
    expect(third.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  })

  test('a telephone that was never verified does not open a protected account', async () => {
    const { client, email, factor } = await enrolled()
    const app = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
    const code = await generate({ secret: app.data?.totp.secret ?? '' })
    await client.mfa.challengeAndVerify({ factorId: app.data?.id ?? '', code })
    const thief = auth.service.client()
    await thief.signInWithPassword({ email, password })
    await expect(lifted(thief, factor.id)).rejects.toMatchObject({ code: 'mfa_factor_not_found' })
  })

  test('two messages to one telephone keep their distance', async () => {
    const { client, factor } = await enrolled(auth.paced)
    expect((await client.mfa.challenge({ factorId: factor.id })).error).toBeNull()
    const soon = await client.mfa.challenge({ factorId: factor.id })
    expect(soon.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  })

  test.each([
    [{}, 'Phone number required to enroll Phone factor'],
    [{ phone: 'call me' }, 'Invalid phone number format (E.164 required)'],
  ])('enrolling %j is refused', async (more, message) => {
    const client = auth.service.client()
    const { data } = await client.signUp({ email: freshEmail(), password })
    const answer = await auth.service.post(
      '/factors',
      { factor_type: 'phone', ...more },
      {
        Authorization: `Bearer ${data.session?.access_token}`,
        'X-Supabase-Api-Version': '2024-01-01',
      },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ code: 'validation_failed', message })
  })
})
