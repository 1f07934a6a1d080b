// Recovery codes over plain HTTP: a code works once, for its owner only.
import type { Hono } from 'hono'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { limits } from '#backend/limits/limits.ts'
import type { Recovered } from '#backend/staff/deps.ts'
import {
  type AuthService,
  freshEmail,
  goodPassword,
  startAuth,
} from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { staffApp } from '#tests/support/staff-app.ts'

const notValid = { status: 422, body: { error: 'invalid_code', message: 'This code is not valid' } }

interface Person {
  id: string
  email: string
  /** Signed in with the authenticator app (aal2). */
  strong: string
  /** Signed in with the password only (aal1). */
  weak: string
}

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let unlimited: Hono
  let limited: Hono
  const told: Recovered[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    service = await startAuth(opened.database)
    unlimited = functions(0)
    limited = functions(1)
  })
  afterAll(() => opened.remove())

  const functions = (scale: number) =>
    staffApp(opened.database, service, {
      limits: limits(opened.database, { scale }),
      clientAddress: (request) => request.headers.get('x-test-address') ?? '192.0.2.1',
      notifyRecovered: async (tx, recovered) => {
        // In the same transaction, as the real queue does.
        await tx.query('select 1')
        told.push(recovered)
      },
    })

  async function call(verb: string, token: string | undefined, body = {}, app = unlimited) {
    return callFrom('192.0.2.1', verb, token, body, app)
  }

  async function callFrom(
    address: string,
    verb: string,
    token: string | undefined,
    body = {},
    app = unlimited,
  ) {
    const answer = await app.request(`/functions/v1/staff-${verb}`, {
      method: 'POST',
      headers: {
        apikey: service.keys.publishableKey,
        'x-test-address': address,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, body: await answer.json(), ...(retryAfter && { retryAfter }) }
  }

  /** A user with a second factor, by default without a role. */
  async function open({ isAdmin = false } = {}): Promise<Person> {
    const client = service.client()
    const email = freshEmail('recovering')
    const { data } = await client.signUp({ email, password: goodPassword })
    const id = data.user?.id ?? ''
    if (isAdmin) {
      await opened.database.query(
        `insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
        [id],
      )
    }
    return { id, email, strong: await enrol(client), weak: await signIn(email) }
  }

  async function enrol(client: ReturnType<AuthService['client']>): Promise<string> {
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    if (!data) throw new Error('no factor')
    const code = await generate({ secret: data.totp.secret })
    const verified = await client.mfa.challengeAndVerify({ factorId: data.id, code })
    return verified.data?.access_token ?? ''
  }

  async function signIn(email: string): Promise<string> {
    const { data } = await service.client().signInWithPassword({ email, password: goodPassword })
    return data.session?.access_token ?? ''
  }

  async function codesOf({ strong }: Person): Promise<string[]> {
    const { body } = await call('recovery-codes', strong)
    return body.codes
  }

  async function factorsOf({ id }: Person): Promise<number> {
    const { count } = await opened.database.query(
      'select from auth.mfa_factors where user_id = $1',
      [id],
    )
    return count
  }

  test('ten codes are told once and kept as hashes that nobody reads', async () => {
    const person = await open()
    const codes = await codesOf(person)
    expect(new Set(codes).size).toBe(10)
    expect(await call('recovery-count', person.strong)).toMatchObject({
      status: 200,
      body: { left: 10 },
    })
    const { rows } = await opened.database.query<{ text: string }>(
      'select r::text as text from internal.recovery_codes r where user_id = $1',
      [person.id],
    )
    expect(rows).toHaveLength(10)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
    const callers: Caller[] = [
      { role: 'anon', claims: {} },
      { role: 'authenticated', claims: { sub: person.id, aal: 'aal2' } },
      { role: 'service_role', claims: {} },
    ]
    for (const caller of callers) {
      await expect(
        asCaller(opened.database, caller, (tx) => tx.query('select from internal.recovery_codes')),
      ).rejects.toThrow('permission denied')
    }
  })

  test('making and counting codes ask for the second step', async () => {
    const { weak } = await open()
    for (const verb of ['recovery-codes', 'recovery-count']) {
      expect(await call(verb, undefined)).toMatchObject({ status: 401 })
      expect(await call(verb, weak)).toMatchObject({
        status: 403,
        body: { error: 'second_step_needed' },
      })
    }
    const plain = await service.client().signUp({ email: freshEmail(), password: goodPassword })
    const token = plain.data.session?.access_token
    expect((await call('recovery-codes', token)).status).toBe(403)
  })

  test('a code is refused without a session, and with the secret key', async () => {
    expect(await call('recover', undefined, { code: 'x' })).toMatchObject({ status: 401 })
    expect(await call('recover', service.keys.secretKey, { code: 'x' })).toMatchObject({
      status: 401,
    })
    const ended = await open()
    const [code] = await codesOf(ended)
    await opened.database.query('delete from auth.sessions where user_id = $1', [ended.id])
    expect(await call('recover', ended.weak, { code })).toMatchObject({ status: 401 })
    expect(await factorsOf(ended)).toBe(1)
  })

  test('an administrator gets in by a code, and only once', async () => {
    const person = await open({ isAdmin: true })
    const [code = '', other = ''] = await codesOf(person)
    expect((await call('accounts', person.weak)).status).toBe(403)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect(await call('recover', person.weak, { code: typed })).toEqual({
      status: 200,
      body: { ok: true },
    })
    expect(await factorsOf(person)).toBe(0)
    const tellings = () => told.filter(({ to }) => to === person.email)
    expect(tellings()).toEqual([
      { to: person.email, at: expect.any(Date), from: '192.0.2.1', codesLeft: 9 },
    ])
    expect((await call('accounts', person.weak)).status).toBe(200)
    // The session on the lost phone has ended.
    expect((await call('accounts', person.strong)).status).toBe(401)
    // There is no second factor left, so another code is not used up.
    expect(await call('recover', person.weak, { code: other })).toEqual(notValid)
    expect(tellings()).toHaveLength(1)

    const client = service.client()
    await client.signInWithPassword({ email: person.email, password: goodPassword })
    const strong = await enrol(client)
    expect((await call('recovery-count', strong)).body.left).toBe(9)
    const weak = await signIn(person.email)
    expect(await call('recover', weak, { code })).toEqual(notValid)
    expect(await factorsOf(person)).toBe(1)
    expect((await call('recover', weak, { code: other })).status).toBe(200)
  })

  test('it is written down who got in by a code', async () => {
    const person = await open()
    const [code] = await codesOf(person)
    await call('recover', person.weak, { code })
    const { rows } = await opened.database.query(
      'select actor, label, before, after from audit_trail where subject_id = $1 order by id',
      [person.id],
    )
    expect(rows).toEqual([
      {
        actor: person.email,
        label: person.email,
        before: null,
        after: { recovery_codes: 10 },
      },
      {
        actor: person.email,
        label: person.email,
        before: { has_second_factor: true },
        after: { has_second_factor: false, by_recovery_code: true },
      },
    ])
    const log = await opened.database.query(
      `select from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'factor_deleted'`,
      [person.id],
    )
    expect(log.count).toBe(1)
  })

  test('wrong, spent, replaced and foreign codes get one answer', async () => {
    const [person, stranger, plain] = [await open(), await open(), freshEmail()]
    const old = await codesOf(person)
    const foreign = await codesOf(stranger)
    const codes = await codesOf(person)
    const { data } = await service.client().signUp({ email: plain, password: goodPassword })
    const answers = [
      await call('recover', person.weak, { code: 'AAAAA-AAAAA-AAAAA' }),
      await call('recover', person.weak, { code: '' }),
      await call('recover', person.weak, { code: 'x'.repeat(5000) }),
      await call('recover', person.weak, { code: old[0] }),
      await call('recover', person.weak, { code: foreign[0] }),
      await call('recover', data.session?.access_token, { code: codes[0] }),
    ]
    for (const answer of answers) expect(answer).toEqual(notValid)
    expect(await factorsOf(person)).toBe(1)
    expect((await call('recovery-count', person.strong)).body.left).toBe(10)
  })

  test('of two uses at the same moment one succeeds', async () => {
    const same = await open()
    const [code] = await codesOf(same)
    const answers = await Promise.all([1, 2, 3].map(() => call('recover', same.weak, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])

    const different = await open()
    const codes = await codesOf(different)
    const results = await Promise.all(
      codes.slice(0, 2).map((one) => call('recover', different.weak, { code: one })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422])
    const { count } = await opened.database.query(
      'select from internal.recovery_codes where user_id = $1 and used_at is not null',
      [different.id],
    )
    expect(count).toBe(1)
  })

  test('guessing ends after a few tries, from one address or from many', async () => {
    const person = await open()
    const [code] = await codesOf(person)
    const guess = (address: string, who: Person, typed = 'AAAAA-AAAAA-AAAAA') =>
      callFrom(address, 'recover', who.weak, { code: typed }, limited)
    for (let i = 0; i < 5; i += 1) expect((await guess(`198.51.100.${i}`, person)).status).toBe(422)
    const refused = await guess('198.51.100.9', person)
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_tries' } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(60)
    // The right code is refused too, so that the response reveals nothing.
    expect((await guess('198.51.100.9', person, code)).status).toBe(429)
    expect(await factorsOf(person)).toBe(1)

    const people = await Promise.all([open(), open(), open()])
    const statuses = []
    for (let i = 0; i < 12; i += 1) {
      statuses.push((await guess('203.0.113.7', people[i % 3] ?? person)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
    expect(service.errors).toEqual([])
  })
})
