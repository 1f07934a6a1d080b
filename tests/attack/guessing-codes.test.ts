// Guessing codes, links and passwords from many networks, with the source at hand.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { lastMail } from '#tests/support/auth-mails.ts'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { rateLimitScale: 1 }, unlimited: {} })
  let networks = 0
  const elsewhere = () => {
    networks += 1
    return { 'x-test-address': `10.${networks >> 8}.${networks & 255}.9` }
  }

  test('the token of a link cannot be worked out from the address and the code', async () => {
    const email = freshEmail()
    await auth.unlimited.client().signUp({ email, password })
    await auth.unlimited.post('/otp', { email })
    const { code, link } = lastMail(auth.unlimited, email)
    const computed = createHash('sha224')
      .update(email + code)
      .digest('hex')
    expect(link).not.toContain(computed)
    const body = { type: 'magiclink', token_hash: computed }
    expect((await auth.unlimited.post('/verify', body)).status).toBe(403)
    const followed = await auth.unlimited.request(`/verify?type=magiclink&token=${computed}`)
    expect(followed.headers.get('location')).toContain('error_code=otp_expired')
    const { rows } = await auth.database.query<{ kept: string }>(
      'select recovery_token as kept from auth.users where email = $1',
      [email],
    )
    expect(rows[0]?.kept).toMatch(/^[0-9a-f]{56}$/)
    expect(rows[0]?.kept).not.toBe(computed)
  })

  test('codes are counted per account, from however many networks', async () => {
    const email = freshEmail()
    await auth.service.client({ address: '10.9.9.9' }).signUp({ email, password })
    const tried: number[] = []
    for (let guess = 0; guess < 40; guess += 1) {
      const body = { type: 'email', email, token: String(guess).padStart(6, '0') }
      tried.push((await auth.service.post('/verify', body, elsewhere())).status)
    }
    expect(tried.filter((status) => status === 429).length).toBeGreaterThanOrEqual(9)
    // The code lives for a day: later guesses are few as well.
    await auth.database.query(
      `update internal.rate_limits set full_at = full_at - interval '2 hours'
       where bucket = 'auth.account.mailedCode'`,
    )
    const later: number[] = []
    for (let guess = 40; guess < 50; guess += 1) {
      const body = { type: 'email', email, token: String(guess).padStart(6, '0') }
      later.push((await auth.service.post('/verify', body, elsewhere())).status)
    }
    expect(later.filter((status) => status !== 429).length).toBeLessThanOrEqual(3)
  })

  test('so are guesses at the code that a password change asks for', async () => {
    const email = freshEmail()
    const { access_token } = await (
      await auth.unlimited.post('/signup', { email, password })
    ).json()
    await auth.database.query(
      `update auth.sessions set created_at = now() - interval '25 hours'
       where user_id = (select id from auth.users where email = $1)`,
      [email],
    )
    const tried: number[] = []
    for (let guess = 0; guess < 34; guess += 1) {
      const answer = await auth.service.request('/user', {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${access_token}`,
          'Content-Type': 'application/json',
          ...elsewhere(),
        },
        body: JSON.stringify({ password: 'another-password-7', nonce: String(100_000 + guess) }),
      })
      tried.push(answer.status)
    }
    expect(tried).toContain(422)
    expect(tried.at(-1)).toBe(429)
  })

  test('wrong guesses of strangers do not lock a device out that has signed in before', async () => {
    const email = freshEmail()
    await auth.unlimited.client().signUp({ email, password })
    const signIn = (tried: string, headers: Record<string, string>) =>
      auth.service.post('/token?grant_type=password', { email, password: tried }, headers)
    const home = { 'x-test-address': '198.51.100.20' }
    const first = await signIn(password, home)
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const known = { ...home, Cookie: cookie.split(';')[0] ?? '' }

    const tried: number[] = []
    for (let guess = 0; guess < 40; guess += 1) {
      tried.push((await signIn('wrong-guess-1', elsewhere())).status)
    }
    expect(tried.at(-1)).toBe(429)
    expect((await signIn(password, elsewhere())).status).toBe(429)
    expect((await signIn(password, known)).status).toBe(200)
    // The cookie does not count for another account, and a forged one does not count at all.
    const forged = { ...home, Cookie: `known-device=${'a'.repeat(16)}.${'b'.repeat(43)}` }
    expect((await signIn(password, forged)).status).toBe(429)
    // A thief of the cookie guesses no faster.
    const stolen: number[] = []
    for (let guess = 0; guess < 34; guess += 1) {
      stolen.push((await signIn('wrong-guess-1', { ...known, ...elsewhere() })).status)
    }
    expect(stolen.at(-1)).toBe(429)
  })

  test('all networks of a /48 count together', async () => {
    const tried: number[] = []
    for (let subnet = 0; subnet < 260; subnet += 1) {
      const address = `2001:db8:77:${subnet.toString(16)}::1`
      const body = { email: freshEmail('none'), create_user: false }
      const answer = await auth.service.post('/otp', body, { 'x-test-address': address })
      tried.push(answer.status)
    }
    expect(tried).toContain(422)
    expect(tried.at(-1)).toBe(429)
  })

  test('who has an account cannot be asked for a list of addresses', async () => {
    const tried: number[] = []
    for (let asked = 0; asked < 12; asked += 1) {
      const body = { email: freshEmail('none'), create_user: false }
      const headers = { 'x-test-address': '198.51.100.99' }
      tried.push((await auth.service.post('/otp', body, headers)).status)
    }
    expect(tried.slice(0, 10).every((status) => status === 422)).toBe(true)
    expect(tried.slice(10)).toEqual([429, 429])
  })

  test('a password that is longer than bcrypt reads is never the right one', async () => {
    const email = freshEmail()
    const longest = 'correct horse '.repeat(6).slice(0, 72)
    await auth.unlimited.client().signUp({ email, password: longest })
    const signIn = (tried: string) =>
      auth.unlimited.client().signInWithPassword({ email, password: tried })
    expect((await signIn(longest)).error).toBeNull()
    expect((await signIn(`${longest}x`)).error?.code).toBe('invalid_credentials')
  })

  test('metadata is bounded in size and depth, at once and in pieces', async () => {
    const client = auth.unlimited.client()
    const email = freshEmail()
    const data = { note: 'x'.repeat(9000) }
    const refused = await client.signUp({ email, password, options: { data } })
    expect(refused.error?.status).toBe(422)
    await client.signUp({ email, password })
    const { session } = (await client.getSession()).data
    const deep = await auth.unlimited.request('/user', {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${session?.access_token}`,
        'Content-Type': 'application/json',
      },
      body: `{"data":${'{"a":'.repeat(6000)}1${'}'.repeat(6001)}`,
    })
    expect(deep.status).toBe(400)
    for (const key of ['one', 'two', 'three']) {
      await client.updateUser({ data: { [key]: 'x'.repeat(3000) } })
    }
    const { data: found } = await client.getUser()
    expect(JSON.stringify(found.user?.user_metadata).length).toBeLessThan(8193)
    expect(auth.unlimited.errors).toEqual([])
  })

  test('a refresh token that is one step behind is answered for a day', async () => {
    const { refresh_token: first } = await (
      await auth.unlimited.post('/signup', { email: freshEmail(), password })
    ).json()
    const refresh = (token: string) =>
      auth.unlimited.post('/token?grant_type=refresh_token', { refresh_token: token })
    const { refresh_token: second } = await (await refresh(first)).json()
    auth.unlimited.moveClock(3600)
    expect((await (await refresh(first)).json()).refresh_token).toBe(second)
    auth.unlimited.moveClock(24 * 3600)
    expect((await refresh(first)).status).toBe(400)
    expect((await refresh(second)).status).toBe(400)
  })

  test('strangers get sixty emails in an hour, whoever asks; those with proof get theirs', async () => {
    await auth.database.query(`delete from internal.rate_limits where bucket = 'auth.strangers'`)
    const own = freshEmail()
    await auth.service.post('/otp', { email: own }, elsewhere())
    const { code } = lastMail(auth.service, own)
    const typed = { type: 'email', email: own, token: code }
    expect((await auth.service.post('/verify', typed, elsewhere())).status).toBe(200)
    const mailedTo = (email: string) => auth.service.mails.filter(({ to }) => to === email).length
    const strangers = Array.from({ length: 65 }, () => freshEmail())
    for (const email of strangers) {
      // The answer does not tell whether an email was sent.
      expect((await auth.service.post('/otp', { email }, elsewhere())).status).toBe(200)
    }
    const mailed = strangers.filter((email) => mailedTo(email) > 0).length
    expect(mailed).toBeGreaterThan(30)
    expect(mailed).toBeLessThanOrEqual(61)
    const before = mailedTo(own)
    const recovered = await auth.service.post('/recover', { email: own }, elsewhere())
    expect(await recovered.text()).toBe('{}')
    expect(mailedTo(own)).toBe(before + 1)
  })
})
