// A change of one's own account that is always refused must not reveal anything about the password or
// about other accounts, however often it is sent.
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { auth as authService } from '#backend/auth/auth.ts'
import { callerQuotas } from '#backend/limits/caller-quotas.ts'
import {
  type AuthService,
  freshEmail,
  openAuth,
  goodPassword as password,
  siteUrl,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { rateLimitScale: 1, allowsPhone: true },
    unlimited: { allowsPhone: true, allowsAnonymous: true },
  })
  type Service = Pick<AuthService, 'request'>
  let networks = 0
  const elsewhere = () => {
    networks += 1
    return { 'x-test-address': `10.${networks >> 8}.${networks & 255}.77` }
  }
  const half = { note: 'x'.repeat(5000) }
  const otherHalf = { more: 'x'.repeat(5000) }

  async function signedUp(data = {}) {
    const email = freshEmail()
    const answer = await auth.unlimited.post('/signup', { email, password, data })
    const { access_token: token, user } = await answer.json()
    return { email, token: token as string, id: user.id as string }
  }
  const change = (service: Service, token: string, body: object, headers = elsewhere()) =>
    service.request('/user', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const told = async (answer: Response) => [answer.status, (await answer.json()).error_code]

  test('data that is too large is refused before the password is compared', async () => {
    const { token } = await signedUp(half)
    for (const guess of [password, 'another-password-7']) {
      const answer = await change(auth.service, token, { password: guess, data: otherHalf })
      expect(await told(answer)).toEqual([422, 'validation_failed'])
    }
  })

  test('that a new password is the old one is told thirty times, from however many networks', async () => {
    const { token, email } = await signedUp()
    // The account's quota of database time is not under test here.
    const deps = {
      ...auth.service.deps,
      quotas: callerQuotas({ scale: 0, isStaff: async () => false }),
    }
    const app = new Hono().route('/auth/v1', authService(deps))
    const patient: Service = {
      request: async (path, init) => app.request(`${siteUrl}/auth/v1${path}`, init),
    }
    const tried: number[] = []
    for (let guess = 0; guess < 34; guess += 1) {
      tried.push((await change(patient, token, { password })).status)
    }
    expect(tried.slice(0, 30)).not.toContain(429)
    expect(tried.at(-1)).toBe(429)
    // Sign-in has its own limit, or a stranger could lock the owner out of changing the password.
    const signIn = { email, password }
    const answer = await auth.service.post('/token?grant_type=password', signIn, elsewhere())
    expect(answer.status).toBe(200)
  })

  test('an address and a number of one account are guessed at together', async () => {
    const { id, email } = await signedUp()
    const phone = `4477${String(id).replace(/\D/g, '').slice(0, 8)}`
    await auth.database.query(
      'update auth.users set phone = $2, phone_confirmed_at = now() where id = $1',
      [id, phone],
    )
    const guess = async (contact: object) => {
      const body = { ...contact, password: 'wrong-guess-1' }
      return (await auth.service.post('/token?grant_type=password', body, elsewhere())).status
    }
    const tried: number[] = []
    for (let round = 0; round < 20; round += 1) {
      tried.push(await guess({ email }), await guess({ phone }))
    }
    expect(tried.filter((status) => status === 429).length).toBeGreaterThanOrEqual(9)
  })

  test('a contact without an account is refused as late as one with an account', async () => {
    const { email: known } = await signedUp()
    const refusedAfter = async (email: string) => {
      for (let tries = 0; tries < 40; tries += 1) {
        const body = { email, password: 'wrong-guess-1' }
        const { status } = await auth.service.post('/token?grant_type=password', body, elsewhere())
        if (status === 429) return tries
      }
      return Number.POSITIVE_INFINITY
    }
    const [first, second] = [await refusedAfter(known), await refusedAfter(freshEmail('none'))]
    expect(first).toBeLessThan(34)
    expect(Math.abs(first - second)).toBeLessThanOrEqual(2)
  })

  test('data that is too large is refused before an address or number is looked for', async () => {
    const { email: taken } = await signedUp()
    const { token } = await signedUp(half)
    for (const email of [taken, freshEmail('free')]) {
      const answer = await change(auth.unlimited, token, { email, data: otherHalf })
      expect(await told(answer)).toEqual([422, 'validation_failed'])
    }
  })

  test('who has an account is told ten times an hour, then neither is', async () => {
    const { email: taken } = await signedUp()
    const { token } = await signedUp()
    const network = { 'x-test-address': '198.51.100.44' }
    const ask = async (body: object) => (await change(auth.service, token, body, network)).status
    const tried: number[] = []
    for (let asked = 0; asked < 10; asked += 1) tried.push(await ask({ email: taken }))
    expect(new Set(tried)).toEqual(new Set([422]))
    expect(await ask({ email: taken })).toBe(429)
    expect(await ask({ email: freshEmail('free') })).toBe(429)
    expect(await ask({ phone: '447700900123' })).toBe(429)
    const body = { email: freshEmail('none'), create_user: false }
    expect((await auth.service.post('/otp', body, network)).status).toBe(429)
    expect(auth.service.messages).toEqual([])
  })

  // The embedded engine has one connection, so a request cannot wait for another's lock.
  test.skipIf(engine === 'embedded')(
    'of two that claim one address at the same moment one is told that it is taken',
    async () => {
      const anonymous = async () => {
        const { access_token, user } = await (await auth.unlimited.post('/signup', {})).json()
        return { token: access_token as string, id: user.id as string }
      }
      const both = [await anonymous(), await anonymous()]
      const email = freshEmail('wanted')
      let claims: Promise<Response>[] = []
      await auth.database.transaction(async (tx) => {
        await tx.query('select from auth.users where id = any ($1) for update', [
          both.map(({ id }) => id),
        ])
        claims = both.map(({ token }) => change(auth.unlimited, token, { email }))
        await expect
          .poll(async () => {
            const { rows } = await auth.database.query<{ waiting: number }>(
              `select count(*)::int as waiting from pg_stat_activity
               where wait_event_type = 'Lock' and datname = current_database()`,
            )
            return rows[0]?.waiting
          })
          .toBe(2)
      })
      const answers = await Promise.all(claims)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      const refused = answers.find(({ status }) => status === 422)
      expect(await refused?.json()).toMatchObject({ error_code: 'email_exists' })
      expect(auth.unlimited.errors).toEqual([])
    },
  )
})
