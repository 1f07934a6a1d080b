// The role of an invited user: who gets it, when, and who does not. From the invitation through the link
// in the email to the rights.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { follow, lastMail } from '#tests/support/auth-mails.ts'
import { type AuthService, freshEmail, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const password = 'a good enough password'

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  /** With email confirmation required. */
  let confirming: AuthService
  let app: ReturnType<typeof staffApp>
  let admin: { id: string; token: string }
  let email: string

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    service = await startAuth(opened.database)
    confirming = await startAuth(opened.database, { autoconfirm: false })
    app = staffApp(opened.database, service)
    admin = await openAccount(opened.database, service, { email: 'ada@x.test', role: 'admin' })
  })
  afterAll(() => opened.remove())
  beforeEach(() => {
    email = freshEmail()
  })

  const call = (verb: string, body: object, token = admin.token) =>
    callStaff(app, service, [verb, token, body])
  const invite = async (role?: 'staff' | 'admin', by = admin) => {
    const { status } = await call('invite', { email, ...(role && { role }) }, by.token)
    expect(status).toBe(200)
    return lastMail(service, email).link
  }

  async function rolesOf(address: string): Promise<string[]> {
    const { rows } = await opened.database.query<{ role: string }>(
      `select r.role from user_roles r join auth.users u on u.id = r.user_id
       where u.email = $1 order by 1`,
      [address],
    )
    return rows.map(({ role }) => role)
  }

  test.each(['staff', 'admin'] as const)(
    '%s: the link in the mail gives the role',
    async (role) => {
      const link = await invite(role)
      expect(service.mails.at(-1)).toMatchObject({ kind: 'invite', to: email, role })
      expect(await rolesOf(email)).toEqual([])
      const { body: listed } = await call('accounts', {})
      const { id } = (await service.admin.listUsers()).data.users.find(
        (user) => user.email === email,
      ) ?? { id: '' }
      expect(listed.accounts.find((account: { id: string }) => account.id === id)).toMatchObject({
        invited_as: role,
        is_invitation_over: false,
      })

      const { fragment } = await follow(service, link)
      expect(await rolesOf(email)).toEqual([role])
      const token = fragment.get('access_token') ?? ''
      expect((await call('sessions', {}, token)).status).toBe(200)
      expect((await call('accounts', {}, token)).status).toBe(role === 'admin' ? 200 : 403)
      // The audit trail names the inviter, not the server.
      const { rows } = await opened.database.query(
        `select actor_id, after from audit_trail where subject = 'role' and label = $1`,
        [email],
      )
      expect(rows).toEqual([{ actor_id: admin.id, after: { role } }])
    },
  )

  test('the newest invitation counts, and its link alone', async () => {
    const first = await invite('admin')
    const second = await invite('staff')
    expect((await follow(service, first)).fragment.get('error_code')).toBe('otp_expired')
    await follow(service, second)
    expect(await rolesOf(email)).toEqual(['staff'])
  })

  test('an invitation without a role takes back an earlier one', async () => {
    await invite('admin')
    const link = await invite()
    await follow(service, link)
    expect(await rolesOf(email)).toEqual([])
  })

  test('an invitation that has expired gives nothing, by no other mail either', async () => {
    const link = await invite('admin')
    service.moveClock(86_400 + 60)
    expect((await follow(service, link)).fragment.get('error_code')).toBe('otp_expired')
    await service.client().resetPasswordForEmail(email)
    const { fragment } = await follow(service, lastMail(service, email).link)
    expect(fragment.get('access_token')).toBeTruthy()
    expect(await rolesOf(email)).toEqual([])
    service.moveClock(-86_400 - 60)
  })

  test('an account that is somebody’s already is not invited', async () => {
    const link = await invite('staff')
    await follow(service, link)
    expect(await call('invite', { email, role: 'admin' })).toMatchObject({
      status: 422,
      body: { error: 'email_exists' },
    })
    await service.client().resetPasswordForEmail(email)
    await follow(service, lastMail(service, email).link)
    expect(await rolesOf(email)).toEqual(['staff'])
  })

  test('a disabled account is not invited', async () => {
    await invite('staff')
    const { rows } = await opened.database.query<{ id: string }>(
      'select id from auth.users where email = $1',
      [email],
    )
    const link = lastMail(service, email).link
    expect((await call('disable', { user_id: rows[0]?.id })).status).toBe(200)
    expect((await follow(service, link)).fragment.get('error_code')).toBe('user_banned')
    expect(await call('invite', { email, role: 'staff' })).toMatchObject({
      status: 409,
      body: { error: 'account_disabled' },
    })
    expect(await rolesOf(email)).toEqual([])
  })

  test('an unknown role is refused', async () => {
    for (const role of ['service_role', 'owner', '', ['admin']]) {
      expect((await call('invite', { email, role })).status).toBe(400)
    }
    const { count } = await opened.database.query('select from auth.users where email = $1', [
      email,
    ])
    expect(count).toBe(0)
  })

  test('a stranger who signs up before or after gets nothing, and the owner the role', async () => {
    for (const each of [service, confirming]) {
      email = freshEmail()
      const stranger = each.client({ address: '203.0.113.9' })
      await stranger.signUp({ email, password, options: { data: { role: 'admin' } } })
      const link = await invite('admin')
      await stranger.signUp({ email, password })
      expect((await stranger.signInWithPassword({ email, password })).error).not.toBeNull()
      expect(await rolesOf(email)).toEqual([])
      await follow(service, link)
      expect(await rolesOf(email)).toEqual(['admin'])
      expect((await stranger.signInWithPassword({ email, password })).error).not.toBeNull()
    }
  })

  test('who is invited cannot choose their role', async () => {
    const link = await invite('staff')
    const { fragment } = await follow(service, link)
    const client = service.client()
    await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    const claimed = { role: 'admin', app_metadata: { role: 'admin' }, invited_as: 'admin' }
    await client.updateUser({ password, data: claimed })
    await client.refreshSession()
    expect(await rolesOf(email)).toEqual(['staff'])
    const { data } = await client.getSession()
    const token = data.session?.access_token ?? ''
    expect((await call('invite', { email: freshEmail(), role: 'admin' }, token)).status).toBe(403)
  })

  test('a reset link can be withdrawn', async () => {
    await follow(service, await invite('staff'))
    const { rows } = await opened.database.query<{ id: string }>(
      'select id from auth.users where email = $1',
      [email],
    )
    const user_id = rows[0]?.id
    expect((await call('reset', { user_id })).status).toBe(200)
    const { link } = lastMail(service, email)
    expect((await call('withdraw-reset', { user_id })).status).toBe(200)
    expect((await follow(service, link)).fragment.get('error_code')).toBe('otp_expired')
    expect((await call('withdraw-reset', { user_id })).status).toBe(404)
    expect((await call('withdraw-reset', { user_id: 'nonsense' })).status).toBe(400)
  })

  /** An invitation by an administrator who may lose the role before it is accepted. */
  async function invitedByAnother(role: 'staff' | 'admin') {
    const inviter = await openAccount(opened.database, service, {
      email: freshEmail('inviter'),
      role: 'admin',
    })
    return { inviter, link: await invite(role, inviter) }
  }
  async function listedRole() {
    const { body } = await call('accounts', {})
    const { rows } = await opened.database.query<{ id: string }>(
      'select id from auth.users where email = $1',
      [email],
    )
    return body.accounts.find(({ id }: { id: string }) => id === rows[0]?.id)?.invited_as
  }
  const takeRole = (id: string) =>
    opened.database.query(`delete from user_roles where user_id = $1 and role = 'admin'`, [id])

  describe.each(['staff', 'admin'] as const)('an invitation as %s', (role) => {
    test.each<[string, (id: string) => Promise<unknown>]>([
      ['has no right any more', takeRole],
      [
        'is staff now',
        async (id) => {
          await takeRole(id)
          await opened.database.query(
            `insert into user_roles (user_id, role) values ($1, 'staff')`,
            [id],
          )
        },
      ],
      ['is disabled', (id) => call('disable', { user_id: id })],
      [
        'came by a provider that is deleted now',
        (id) =>
          opened.database.query('update auth.users set is_sso_user = true where id = $1', [id]),
      ],
      ['is deleted', (id) => service.admin.deleteUser(id)],
      ['is deleted and the row stays', (id) => service.admin.deleteUser(id, true)],
    ])('opens the account and gives nothing when who invited %s', async (_, lose) => {
      const { inviter, link } = await invitedByAnother(role)
      expect(await listedRole()).toBe(role)
      await lose(inviter.id)
      expect(await listedRole()).toBeNull()
      const { fragment } = await follow(service, link)
      expect(fragment.get('access_token')).toBeTruthy()
      expect(await rolesOf(email)).toEqual([])
      // Nor is it granted when the inviter gets the role back.
      await opened.database.query(
        `insert into user_roles (user_id, role)
         select id, 'admin' from profiles where id = $1 on conflict do nothing`,
        [inviter.id],
      )
      await call('enable', { user_id: inviter.id })
      await service.client().resetPasswordForEmail(email)
      await follow(service, lastMail(service, email).link)
      expect(await rolesOf(email)).toEqual([])
    })
  })

  test('an invitation with the secret key alone gives the role', async () => {
    const asked = { email, role: 'staff' }
    const answer = await service.post('/invite', asked, {
      Authorization: `Bearer ${service.keys.secretKey}`,
    })
    expect(answer.status).toBe(200)
    await follow(service, lastMail(service, email).link)
    expect(await rolesOf(email)).toEqual(['staff'])
  })

  test('an invitation in the name of who is no administrator is refused', async () => {
    const person = await openAccount(opened.database, service, { email: freshEmail() })
    for (const invited_by of [person.id, '00000000-0000-4000-8000-000000000000']) {
      const sent = service.mails.length
      const asked = { email, role: 'admin', invited_by }
      const answer = await service.post('/invite', asked, {
        Authorization: `Bearer ${service.keys.secretKey}`,
      })
      expect([answer.status, (await answer.json()).error_code]).toEqual([403, 'not_admin'])
      expect(service.mails.length).toBe(sent)
    }
  })

  test('a role is given with the first proof of the address and with none after it', async () => {
    await follow(service, await invite())
    await opened.database.query(
      `insert into internal.invited_roles (user_id, email, role, expires_at)
       select id, email, 'admin', now() + interval '1 day' from auth.users where email = $1`,
      [email],
    )
    await service.client().signInWithOtp({ email })
    const { fragment } = await follow(service, lastMail(service, email).link)
    expect(fragment.get('access_token')).toBeTruthy()
    expect(await rolesOf(email)).toEqual([])
  })

  test('the activity tells who invited whom as what', async () => {
    await invite('staff')
    await invite()
    const { rows } = await opened.database.query(
      `select actor_id, actor, subject, action, after from audit_trail where label = $1`,
      [email],
    )
    expect(rows).toEqual([
      {
        ...{ actor_id: admin.id, actor: 'ada@x.test', subject: 'account', action: 'update' },
        after: { invited_as: 'staff' },
      },
    ])
  })

  // The embedded engine has one connection, so nothing runs concurrently there.
  test.skipIf(engine === 'embedded')(
    'who follows the link while the right is taken away gets nothing',
    async () => {
      const { inviter, link } = await invitedByAnother('admin')
      let followed: ReturnType<typeof follow> | undefined
      await opened.database.transaction(async (tx) => {
        await tx.query('delete from user_roles where user_id = $1', [inviter.id])
        followed = follow(service, link)
        await expect
          .poll(async () => {
            const { rows } = await opened.database.query<{ waiting: number }>(
              `select count(*)::int as waiting from pg_stat_activity
               where wait_event_type = 'Lock' and datname = current_database()`,
            )
            return rows[0]?.waiting
          })
          .toBe(1)
      })
      expect((await followed)?.fragment.get('access_token')).toBeTruthy()
      expect(await rolesOf(email)).toEqual([])
    },
  )
})
