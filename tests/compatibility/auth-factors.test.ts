// Authenticator apps as second factor, through the official client.
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { freshEmail, goodPassword, openAuth, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { scanQr } from '#tests/support/scan-qr.ts'

const password = goodPassword

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: {} })

  async function signedUp(from = auth.service) {
    const client = from.client()
    const email = freshEmail()
    const { data } = await client.signUp({ email, password })
    return { client, email, id: data.user?.id ?? '' }
  }

  async function enrolled(friendlyName = 'phone') {
    const person = await signedUp()
    const { data, error } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return { ...person, factorId: data.id, secret: data.totp.secret, totp: data.totp }
  }

  const codeOf = (secret: string) =>
    generate({ secret, epoch: Math.floor(auth.service.deps.now().getTime() / 1000) })

  async function protectedPerson() {
    const person = await enrolled()
    const { error } = await person.client.mfa.challengeAndVerify({
      factorId: person.factorId,
      code: await codeOf(person.secret),
    })
    if (error) throw error
    return person
  }

  async function elsewhere(email: string) {
    const client = auth.service.client()
    const { data } = await client.signInWithPassword({ email, password })
    return { client, session: data.session }
  }

  test('enrolling shows a secret, its address and a picture to scan', async () => {
    const { totp, email } = await enrolled()
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(totp.uri).toBe(
      `otpauth://totp/localhost%3A3000:${encodeURIComponent(email)}?algorithm=SHA1&digits=6&issuer=localhost%3A3000&period=30&secret=${totp.secret}`,
    )
    expect(totp.qr_code.startsWith('data:image/svg+xml;utf-8,<svg')).toBe(true)
    expect(scanQr(totp.qr_code)).toBe(totp.uri)
  })

  test('a right code lifts the session to aal2', async () => {
    const { client } = await protectedPerson()
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const { data: factors } = await client.mfa.listFactors()
    expect(factors?.totp).toMatchObject([{ friendly_name: 'phone', status: 'verified' }])
    expect(JSON.stringify(factors)).not.toContain('secret')
    const refreshed = await client.refreshSession()
    expect(refreshed.error).toBeNull()
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.aal).toBe('aal2')
    const amr = claims?.claims.amr as { method: string }[]
    expect(amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  })

  test('a code of the step before or after is good, others are not', async () => {
    // Start at the beginning of a time step, so that none ends during the test.
    auth.service.moveClock(31 - (Math.floor(auth.service.deps.now().getTime() / 1000) % 30))
    const { client, factorId, secret } = await enrolled()
    const now = Math.floor(auth.service.deps.now().getTime() / 1000)
    for (const offset of [-90, 90]) {
      const code = await generate({ secret, epoch: now + offset })
      const { error } = await client.mfa.challengeAndVerify({ factorId, code })
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    const code = await generate({ secret, epoch: now - 30 })
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  })

  test('verifying signs out sessions that have only the password', async () => {
    const person = await enrolled()
    const other = await elsewhere(person.email)
    await person.client.mfa.challengeAndVerify({
      factorId: person.factorId,
      code: await codeOf(person.secret),
    })
    expect((await other.client.getUser()).error).not.toBeNull()
  })

  test('one challenge used by two at once succeeds once', async () => {
    const { client, factorId, secret } = await enrolled()
    const { data: challenge } = await client.mfa.challenge({ factorId })
    const { data } = await client.getSession()
    const body = { challenge_id: challenge?.id, code: await codeOf(secret) }
    const headers = { Authorization: `Bearer ${data.session?.access_token}` }
    const both = await Promise.all(
      [1, 2].map(() => auth.service.post(`/factors/${factorId}/verify`, body, headers)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const refused = both.find(({ status }) => status === 422)
    expect(refused?.headers.get('x-sb-error-code')).toBe('mfa_ip_address_mismatch')
  })

  test('a challenge is bound to its address and expires', async () => {
    const late = await startAuth(auth.database)
    const { client, factorId, secret } = await enrolled()
    const { data } = await client.getSession()
    const headers = { Authorization: `Bearer ${data.session?.access_token}` }
    const { data: challenge } = await client.mfa.challenge({ factorId })
    const body = { challenge_id: challenge?.id, code: await codeOf(secret) }
    const moved = await late.post(`/factors/${factorId}/verify`, body, {
      ...headers,
      'x-test-address': '198.51.100.7',
    })
    expect((await moved.json()).error_code).toBe('mfa_ip_address_mismatch')
    // Later than the challenge by either clock: another test has moved the first one.
    late.moveClock(400)
    const expired = await late.post(`/factors/${factorId}/verify`, body, headers)
    expect((await expired.json()).error_code).toBe('mfa_challenge_expired')
  })

  test('a session with the password alone changes nothing that matters', async () => {
    const { email, factorId } = await protectedPerson()
    const { client } = await elsewhere(email)
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect((await client.updateUser({ password: 'other-password-1' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
    expect((await client.updateUser({ email: freshEmail() })).error?.code).toBe('insufficient_aal')
    expect((await client.updateUser({ data: { hat: 'green' } })).error).toBeNull()
    const enrol = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'thief' })
    expect(enrol.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const removal = await client.mfa.unenroll({ factorId })
    expect(removal.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  })

  test('removing the factor brings the session back to aal1', async () => {
    const { client, factorId } = await protectedPerson()
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await client.refreshSession()
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.aal).toBe('aal1')
    expect((await client.updateUser({ password: 'planted-bulbs-2' })).error).toBeNull()
  })

  test('two factors of one name are in conflict, unnamed ones too', async () => {
    const { client } = await enrolled('')
    const unnamed = await client.mfa.enroll({ factorType: 'totp' })
    expect(unnamed.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'two' })).error).toBeNull()
    const twice = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'two' })
    expect(twice.error?.message).toBe(
      'A factor with the friendly name "two" for this user already exists',
    )
  })

  test('an account has at most ten factors', async () => {
    const { client } = await enrolled('0')
    for (let i = 1; i < 10; i += 1) {
      await client.mfa.enroll({ factorType: 'totp', friendlyName: String(i) })
    }
    const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'more' })
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test('a factor never verified is forgotten at the next enrolment', async () => {
    const late = await startAuth(auth.database)
    const { client } = await signedUp(late)
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    late.moveClock(301)
    const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    expect(again.error).toBeNull()
    const { data } = await client.mfa.listFactors()
    expect(data?.all).toHaveLength(1)
  })

  test('somebody else’s factor is not found', async () => {
    const { factorId } = await protectedPerson()
    const { client } = await signedUp()
    const { error } = await client.mfa.challenge({ factorId })
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })

  test('an administrator lists, renames and removes factors', async () => {
    const { id, client, factorId } = await protectedPerson()
    const { data } = await auth.service.admin.mfa.listFactors({ userId: id })
    expect(data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    const renamed = await auth.service.request(`/admin/users/${id}/factors/${factorId}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${auth.service.keys.secretKey}` },
      body: JSON.stringify({ friendly_name: 'old phone' }),
    })
    expect(await renamed.json()).toMatchObject({ id: factorId, friendly_name: 'old phone' })
    const removed = await auth.service.admin.mfa.deleteFactor({ userId: id, id: factorId })
    // This version of the client wraps the response once more than its types say.
    expect(removed).toMatchObject({ data: { data: { id: factorId } }, error: null })
    expect((await auth.service.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    await client.refreshSession()
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.aal).toBe('aal1')
  })

  test('a switch turns the factors off', async () => {
    const off = await startAuth(auth.database, { allowsTotp: false })
    const { client } = await signedUp(off)
    const { error } = await client.mfa.enroll({ factorType: 'totp' })
    expect(error).toMatchObject({ status: 422, code: 'mfa_totp_enroll_not_enabled' })
  })
})
