// Second factors whose device is lost, taken away by an administrator: its sessions end with them.
import type { Hono } from 'hono'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const password = 'a good enough password'

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let app: Hono
  const people: Record<string, { id: string; token: string }> = {}

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const { database } = opened
    service = await startAuth(database)
    app = staffApp(database, service, {})
    for (const name of ['admin', 'second']) {
      const email = `${name}@x.test`
      people[name] = await openAccount(database, service, { email, isAdmin: true })
    }
  })
  afterAll(() => opened.remove())

  const call = (verb: string, who: string, body: object = {}) =>
    callStaff(app, service, [verb, people[who]?.token, body])

  async function signInAgain(name: string) {
    const client = service.client()
    const { data, error } = await client.signInWithPassword({ email: `${name}@x.test`, password })
    const token = data.session?.access_token ?? ''
    people[name] = { id: people[name]?.id ?? '', token }
    return { client, error, token }
  }

  // The embedded engine has one connection, so a request cannot wait for another's lock.
  test.skipIf(engine === 'embedded')(
    'factors are forgotten after whoever holds the account, who need not wait for them',
    async () => {
      const { database } = opened
      const user_id = people.second?.id
      await database.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
        [user_id],
      )
      let forgotten: ReturnType<typeof call> | undefined
      await database.transaction(async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [user_id])
        forgotten = call('forget-factor', 'admin', { user_id })
        await expect
          .poll(async () => {
            const { count } = await database.query(
              `select from pg_stat_activity
               where wait_event_type = 'Lock' and datname = current_database()`,
            )
            return count
          })
          .toBe(1)
        const held = 'select from auth.mfa_factors where user_id = $1 for update nowait'
        expect((await tx.query(held, [user_id])).count).toBe(1)
      })
      expect((await forgotten)?.status).toBe(200)
    },
  )

  test('a colleague who lost the telephone gets in by password again', async () => {
    const user_id = people.second?.id
    const forget = () => call('forget-factor', 'admin', { user_id })
    // Whose factor was forgotten before was signed out with it.
    await signInAgain('second')
    expect((await forget()).status).toBe(404)
    await opened.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [user_id],
    )
    // This session has not verified the second factor.
    expect((await call('accounts', 'second')).status).toBe(403)
    expect((await forget()).status).toBe(200)
    expect((await signInAgain('second')).error).toBeNull()
    expect((await call('accounts', 'second')).status).toBe(200)
  })

  test('the lost telephone is signed out with it', async () => {
    const lost = await signInAgain('second')
    const enrolled = await lost.client.mfa.enroll({ factorType: 'totp' })
    const factorId = enrolled.data?.id ?? ''
    const secret = enrolled.data?.type === 'totp' ? enrolled.data.totp.secret : ''
    const code = await generate({ secret })
    expect((await lost.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const { data } = await lost.client.getSession()
    const user_id = people.second?.id ?? ''
    people.lost = { id: user_id, token: data.session?.access_token ?? '' }
    expect((await call('sessions', 'lost')).status).toBe(200)

    expect((await call('forget-factor', 'admin', { user_id })).status).toBe(200)
    expect((await call('sessions', 'lost')).status).toBe(401)
    expect((await lost.client.refreshSession()).error?.code).toBe('refresh_token_not_found')
    await signInAgain('second')
  })

  test('an administrator who removes their own stays signed in here alone', async () => {
    const { id = '', token = '' } = people.admin ?? {}
    people.elsewhere = { id, token: (await signInAgain('admin')).token }
    people.admin = { id, token }
    await opened.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
      [id],
    )
    expect((await call('forget-factor', 'admin', { user_id: id })).status).toBe(200)
    expect((await call('sessions', 'admin')).status).toBe(200)
    expect((await call('sessions', 'elsewhere')).status).toBe(401)
  })
})
