// Unusual client IP addresses: with an IPv6 zone, or none at all. The request is served.
import { describe, expect, test } from 'vitest'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { rateLimitScale: 1 } })

  test.each(['fe80::1%eth0', 'fe80::1%25eth0', 'unknown', 'x', '::ffff:1.2.3.4%3'])(
    'who comes from %s signs up, in and out',
    async (address) => {
      const headers = { 'x-test-address': address }
      const person = { email: freshEmail(), password }
      expect((await auth.service.post('/signup', person, headers)).status).toBe(200)
      const signedIn = await auth.service.post('/token?grant_type=password', person, headers)
      const { access_token: token } = await signedIn.json()
      const own = { ...headers, Authorization: `Bearer ${token}` }
      const factor = await auth.service.post('/factors', { factor_type: 'totp' }, own)
      const { id } = await factor.json()
      expect((await auth.service.post(`/factors/${id}/challenge`, {}, own)).status).toBe(200)
      expect((await auth.service.post('/logout', {}, own)).status).toBe(204)
      expect(auth.service.errors).toEqual([])
    },
  )

  test('what is no address is counted together', async () => {
    const tried: number[] = []
    for (let asked = 0; asked < 12; asked += 1) {
      const body = { email: freshEmail('none'), create_user: false }
      const headers = { 'x-test-address': `made up ${asked}` }
      tried.push((await auth.service.post('/otp', body, headers)).status)
    }
    expect(tried.at(-1)).toBe(429)
  })
})
