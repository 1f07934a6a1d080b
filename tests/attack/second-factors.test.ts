// A thief has the password of an account with a second factor.
import type { GoTrueClient } from '@supabase/auth-js'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

describe.each(contractEngines)('%s', (engine) => {
  const phone = '441632960123'
  const auth = openAuth(engine, {
    service: {
      allowsManualLinking: true,
      allowsPhoneFactor: true,
      allowsWebauthnFactor: true,
      testOtp: { [phone]: '123456' },
    },
  })

  const codeFor = (secret: string) =>
    generate({ secret, epoch: Math.floor(auth.service.deps.now().getTime() / 1000) })

  async function verify(client: GoTrueClient, factorId: string, code: string) {
    const asked = await client.mfa.challenge({ factorId })
    if (asked.error) return asked.error
    return (await client.mfa.verify({ factorId, challengeId: asked.data.id, code })).error
  }

  async function signedUp() {
    const email = freshEmail()
    const client = auth.service.client()
    await client.signUp({ email, password })
    return { client, email }
  }

  test('an app that was planted before the telephone was verified does not lift a session', async () => {
    const { client, email } = await signedUp()
    const thief = auth.service.client()
    await thief.signInWithPassword({ email, password })
    const planted = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'planted' })
    const own = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'own' })
    expect(await verify(client, own.data?.id ?? '', '123456')).toBeNull()

    await thief.signInWithPassword({ email, password })
    const code = await codeFor(planted.data?.totp.secret ?? '')
    expect(await verify(thief, planted.data?.id ?? '', code)).not.toBeNull()
    expect((await thief.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
    const again = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'again' })
    expect(again.error?.code).toBe('insufficient_aal')
  })

  test('the password alone does not change the identities', async () => {
    const { client, email } = await signedUp()
    const app = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
    const code = await codeFor(app.data?.totp.secret ?? '')
    expect(await verify(client, app.data?.id ?? '', code)).toBeNull()
    const thief = auth.service.client()
    const { data } = await thief.signInWithPassword({ email, password })
    const headers = { Authorization: `Bearer ${data.session?.access_token}` }
    const identity = data.user?.identities?.[0]?.identity_id
    const removed = await auth.service.request(`/user/identities/${identity}`, {
      method: 'DELETE',
      headers,
    })
    expect(removed.status).toBe(403)
  })

  test('a code of an authenticator app counts once', async () => {
    const { client, email } = await signedUp()
    const app = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
    const code = await codeFor(app.data?.totp.secret ?? '')
    expect(await verify(client, app.data?.id ?? '', code)).toBeNull()
    const onlooker = auth.service.client()
    await onlooker.signInWithPassword({ email, password })
    const again = await verify(onlooker, app.data?.id ?? '', code)
    expect(again?.code).toBe('mfa_verification_failed')
    auth.service.moveClock(30)
    const next = await codeFor(app.data?.totp.secret ?? '')
    expect(await verify(onlooker, app.data?.id ?? '', next)).toBeNull()
  })
})
