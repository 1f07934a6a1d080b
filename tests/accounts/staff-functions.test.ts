// The staff functions over plain HTTP: for administrators only.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, StatementTimeout } from '#backend/database/database.ts'
import { limits } from '#backend/limits/limits.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const verbs = [
  ...['accounts', 'invite', 'reset', 'disable', 'enable', 'resend', 'mail-list', 'sessions'],
  ...['end-session', 'forget-factor', 'checks', 'resend-mail', 'drop-mail'],
  ...['find-person', 'export-person', 'erase-person', 'backups', 'back-up', 'test-mail'],
  ...['forget-spam', 'mail-server', 'save-mail-server', 'remove-mail-server'],
]
const password = 'a good enough password'

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let app: Hono
  const resent: string[] = []
  const people: Record<string, { id: string; token: string }> = {}

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const { database } = opened
    service = await startAuth(database)
    app = staffApp(database, service, {
      enquiries: {
        resend: async (_, id) => {
          resent.push(id)
          return true
        },
      },
      check: async () => [{ id: 'disk', state: 'ok', finding: 'Half of it is free.' }],
    })
    for (const name of ['admin', 'second', 'user']) {
      const email = `${name}@x.test`
      people[name] = await openAccount(database, service, { email, isAdmin: name !== 'user' })
    }
  })
  afterAll(() => opened.remove())

  const call = (verb: string, who: string | undefined, body: object = {}) =>
    callStaff(app, service, [verb, who && people[who]?.token, body])

  test.each(verbs)('%s is refused to visitors, users, and without a key', async (verb) => {
    expect(await call(verb, undefined)).toMatchObject({
      status: 401,
      body: { error: 'not_signed_in' },
    })
    expect(await call(verb, 'user')).toMatchObject({ status: 403, body: { error: 'not_admin' } })
    const bare = await app.request(`/functions/v1/staff-${verb}`, { method: 'POST' })
    expect(bare.status).toBe(401)
    const asSecret = await app.request(`/functions/v1/staff-${verb}`, {
      method: 'POST',
      headers: { apikey: service.keys.secretKey },
    })
    expect(asSecret.status).toBe(403)
  })

  test('a session whose refresh token came twice is refused', async () => {
    const email = 'stolen@x.test'
    const owner = await openAccount(opened.database, service, { email, isAdmin: true })
    const accounts = () => callStaff(app, service, ['accounts', owner.token, {}])
    expect((await accounts()).status).toBe(200)
    await opened.database.query(
      'update auth.refresh_tokens set revoked = true where user_id = $1::uuid::text',
      [owner.id],
    )
    expect(await accounts()).toMatchObject({ status: 403, body: { error: 'not_admin' } })
  })

  test('more than a megabyte is refused before it is read', async () => {
    const body = { email: 'new@x.test', full_name: 'n'.repeat(1_100_000) }
    expect(await call('invite', 'admin', body)).toMatchObject({
      status: 413,
      body: { error: 'request_entity_too_large' },
    })
  })

  test.each([
    ['takes too long', new StatementTimeout(10)],
    ['is away', new DatabaseUnavailable(new Error('gone'))],
  ])('a database that %s is said to be busy, not broken', async (_, failure) => {
    const failing = new Proxy(opened.database, {
      get: (target, name) =>
        name === 'query' || name === 'transaction'
          ? () => Promise.reject(failure)
          : Reflect.get(target, name),
    })
    const busy = staffApp(failing, service, {})
    const answer = await callStaff(busy, service, ['sessions', people.admin?.token, {}])
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect(service.errors.splice(0)).toMatchObject([{ cause: failure }])
  })

  test('accounts tell what profiles do not', async () => {
    const { body } = await call('accounts', 'admin')
    const own = body.accounts.find(({ id }: { id: string }) => id === people.user?.id)
    expect(own).toMatchObject({
      is_disabled: false,
      has_second_factor: false,
      is_confirmed: true,
    })
    expect(Object.keys(own)).not.toContain('encrypted_password')
  })

  test('an invitation and a reset go out by mail', async () => {
    expect((await call('invite', 'admin', { email: 'new@x.test', full_name: 'Newt' })).status).toBe(
      200,
    )
    expect((await call('reset', 'admin', { user_id: people.user?.id })).status).toBe(200)
    expect(service.mails.map(({ to }) => to)).toEqual(['new@x.test', 'user@x.test'])
    await opened.database.query(
      'insert into internal.proven_contacts (user_id, contact) values ($1, $2)',
      [people.user?.id, 'user@x.test'],
    )
    expect(await call('invite', 'admin', { email: 'user@x.test' })).toMatchObject({
      status: 422,
      body: { error: 'email_exists' },
    })
    expect((await call('invite', 'admin', { email: 'nonsense' })).status).toBe(400)
    expect((await call('reset', 'admin', { user_id: 'nonsense' })).status).toBe(400)
  })

  test('the spam filter forgets, and the activity tells who made it', async () => {
    const { database } = opened
    await database.query(
      `with made as (
         insert into enquiries (name, email, phone, address, service, message)
         values ('Ann Lee', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Please ring me')
         returning id
       ) insert into internal.spam_clicks (enquiry_id, is_spam) select id, true from made`,
    )
    expect(await call('forget-spam', 'admin')).toMatchObject({ status: 200, body: { clicks: 1 } })
    expect((await database.query('select from internal.spam_clicks')).count).toBe(0)
    const { rows } = await database.query(
      `select actor_id, action, after from audit_trail where subject = 'spam_filter'`,
    )
    expect(rows).toEqual([{ actor_id: people.admin?.id, action: 'delete', after: { clicks: 1 } }])
    await database.query('delete from enquiries')
  })

  test('a delivery is sent again', async () => {
    const delivery_id = people.admin?.id
    expect((await call('resend', 'admin', { delivery_id })).status).toBe(200)
    expect(resent).toEqual([delivery_id])
  })

  test('a customer gets the same mail a few times at most, and the activity tells of each', async () => {
    const { database } = opened
    const { rows } = await database.query<{ id: string; delivery: string }>(
      `with enquiry as (
         insert into enquiries (name, email, phone, address, service, message)
         values ('Ann Lee', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Please ring me')
         returning id
       )
       insert into enquiry_deliveries (enquiry_id, channel)
       select id, 'thank_you_mail' from enquiry returning enquiry_id as id, id as delivery`,
    )
    const limited = staffApp(database, service, {
      limits: limits(database, { scale: 1 }),
      enquiries: { resend: async () => true },
    })
    const again = (who: string, delivery_id = rows[0]?.delivery) =>
      callStaff(limited, service, ['resend', people[who]?.token, { delivery_id }])
    for (let count = 0; count < 5; count += 1) expect((await again('admin')).status).toBe(200)
    const answer = { status: 429, body: { error: 'too_many_requests' } }
    // Even if several administrators send it.
    expect(await again('second', rows[0]?.delivery.toUpperCase())).toMatchObject(answer)
    const trail = await database.query(
      `select actor, subject_id, label, after from audit_trail where after ? 'sent_again'`,
    )
    expect(trail.rows).toEqual(
      Array(5).fill({
        actor: 'admin@x.test',
        subject_id: rows[0]?.id,
        label: 'Other',
        after: { sent_again: 'thank_you_mail' },
      }),
    )
    for (let count = 0; count < 25; count += 1) {
      expect((await again('admin', randomUUID())).status).toBe(200)
    }
    expect(await again('admin', randomUUID())).toMatchObject(answer)
    await database.query('delete from enquiries where id = $1', [rows[0]?.id])
  })

  test('mails are asked for by state, words and page, and by nothing else', async () => {
    const query = { search: 'nobody', state: 'failed', page: 2 }
    expect(await call('mail-list', 'admin', query)).toEqual({
      status: 200,
      body: {
        mails: [],
        total: 0,
        counts: { waiting: 0, failed: 0, in_outbox: 0 },
        to_send: 0,
        has_mail_server: true,
      },
    })
    for (const wrong of [{ state: 'lost' }, { page: 0 }, { search: 's'.repeat(201) }]) {
      expect((await call('mail-list', 'admin', wrong)).status).toBe(400)
    }
  })

  test.each([
    ['mail-list', { search: '\0' }],
    ['find-person', { email: 'a\0@x.test' }],
    ['export-person', { phone: '01632 960001\0' }],
    ['erase-person', { email: 'a\0@x.test' }],
    ['invite', { email: 'a@x.test', full_name: 'A\0' }],
  ])('%s refuses a character that no text can hold', async (verb, body) => {
    expect(await call(verb, 'admin', body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  test('an administrator is told whether everything works', async () => {
    expect((await call('checks', 'admin')).body).toEqual({
      checks: [{ id: 'disk', state: 'ok', finding: 'Half of it is free.' }],
    })
  })

  test('somebody sees and ends their own sessions, not those of others', async () => {
    const { body } = await call('sessions', 'second')
    expect(body.sessions).toHaveLength(1)
    const [{ id: session_id, is_current }] = body.sessions
    expect(is_current).toBe(true)
    expect((await call('end-session', 'admin', { session_id })).status).toBe(404)
    const begun = "update auth.users set phone_change = '447700900123' where id = $1"
    await opened.database.query(begun, [people.second?.id])
    expect((await call('end-session', 'second', { session_id })).status).toBe(200)
    const { rows } = await opened.database.query(
      'select phone_change from auth.users where id = $1',
      [people.second?.id],
    )
    expect(rows).toEqual([{ phone_change: '' }])
    // The token has not expired, but its session has ended.
    expect(await call('sessions', 'second')).toMatchObject({
      status: 401,
      body: { error: 'sign_in_ended', message: 'Your sign-in has ended. Please sign in again.' },
    })
    const { data } = await service.client().signInWithPassword({ email: 'second@x.test', password })
    people.second = { id: people.second?.id ?? '', token: data.session?.access_token ?? '' }
  })

  test('a disabled account is out, until it is enabled', async () => {
    const user_id = people.user?.id
    expect(await call('disable', 'admin', { user_id: people.admin?.id })).toMatchObject({
      status: 409,
    })
    expect((await call('disable', 'admin', { user_id })).status).toBe(200)
    // Repeated, and concurrently by another: the state stays, and the trail has one change.
    const again = [call('disable', 'admin', { user_id }), call('disable', 'second', { user_id })]
    for (const { status } of await Promise.all(again)) expect(status).toBe(200)
    const signIn = () => service.client().signInWithPassword({ email: 'user@x.test', password })
    expect((await signIn()).error?.code).toBe('user_banned')
    expect((await call('enable', 'admin', { user_id })).status).toBe(200)
    expect((await call('enable', 'admin', { user_id })).status).toBe(200)
    expect((await call('disable', 'admin', { user_id: randomUUID() })).status).toBe(404)
    expect((await signIn()).error).toBeNull()
    const { rows } = await opened.database.query(
      `select actor, label, after from audit_trail where subject = 'account' order by id`,
    )
    expect(rows).toEqual([
      { actor: 'admin@x.test', label: 'user@x.test', after: { is_disabled: true } },
      { actor: 'admin@x.test', label: 'user@x.test', after: { is_disabled: false } },
    ])
  })

  test('two administrators who disable each other at once leave one', async () => {
    const answers = await Promise.all([
      call('disable', 'admin', { user_id: people.second?.id }),
      call('disable', 'second', { user_id: people.admin?.id }),
    ])
    // The second finds its session ended, or its account disabled once it has the lock.
    const statuses = answers.map(({ status }) => status).sort()
    expect([
      [200, 401],
      [200, 403],
    ]).toContainEqual(statuses)
    expect(service.errors).toEqual([])
  })
})
