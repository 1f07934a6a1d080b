// The admin API with the secret key: accounts, bans, the audit log, and the first administrator.
import { randomUUID } from 'node:crypto'
import { hash as hashArgon2 } from '@node-rs/argon2'
import { hash } from '@node-rs/bcrypt'
import { describe, expect, test } from 'vitest'
import { ensureAdmin, setupLink } from '#backend/auth/first-admin/first-admin.ts'
import { freshEmail, goodPassword, openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

const password = goodPassword

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: {} })

  async function created(attributes: object = {}) {
    const email = freshEmail()
    const { data, error } = await auth.service.admin.createUser({
      email,
      password,
      email_confirm: true,
      ...attributes,
    })
    if (error) throw error
    return { email, id: data.user.id, user: data.user }
  }

  const staff = () => ({ Authorization: `Bearer ${auth.service.keys.secretKey}` })

  describe('the first administrator', () => {
    test('a set-up link makes one administrator once', async () => {
      const [link, other] = [await setupLink(auth.service.deps), await setupLink(auth.service.deps)]
      const token = new URL(link ?? '').searchParams.get('setup')
      const email = freshEmail('owner')
      const wrong = await auth.service.post('/setup', { token: 'guess', email, password })
      expect(wrong.status).toBe(403)
      const attempts = await Promise.all(
        [1, 2].map(() => auth.service.post('/setup', { token, email, password })),
      )
      expect(attempts.map(({ status }) => status).sort()).toEqual([200, 403])
      expect(await roles(email)).toEqual(['admin'])
      expect((await auth.service.client().signInWithPassword({ email, password })).error).toBeNull()
      const late = new URL(other ?? '').searchParams.get('setup')
      expect((await auth.service.post('/setup', { token: late, email, password })).status).toBe(403)
      expect(await setupLink(auth.service.deps)).toBeUndefined()
      const stored = await auth.database.query(
        `select from internal.secrets where name like 'setup%'`,
      )
      expect(stored.count).toBe(0)
    })

    test('the administrator of the configuration exists after start', async () => {
      const email = freshEmail('boss')
      await Promise.all([1, 2].map(() => ensureAdmin(auth.service.deps, { email, password })))
      expect(await roles(email)).toEqual(['admin'])
      const { data, error } = await auth.service.client().signInWithPassword({ email, password })
      expect(error).toBeNull()
      await auth.service.admin.updateUserById(data.user?.id ?? '', { password: 'chosen-later-6' })
      await ensureAdmin(auth.service.deps, { email, password })
      const own = await auth.service
        .client()
        .signInWithPassword({ email, password: 'chosen-later-6' })
      expect(own.error).toBeNull()
    })

    test('whoever had signed up with the address before is signed out', async () => {
      const email = freshEmail('squatter')
      const squatter = auth.service.client()
      await squatter.signUp({ email, password: 'squatters-own-1' })
      await ensureAdmin(auth.service.deps, { email, password })
      expect((await squatter.getUser()).error).not.toBeNull()
      const back = await auth.service
        .client()
        .signInWithPassword({ email, password: 'squatters-own-1' })
      expect(back.error?.code).toBe('invalid_credentials')
      expect((await auth.service.client().signInWithPassword({ email, password })).error).toBeNull()
    })

    async function roles(email: string) {
      const { rows } = await auth.database.query<{ role: string }>(
        `select r.role from user_roles r join auth.users u on u.id = r.user_id where u.email = $1`,
        [email],
      )
      return rows.map(({ role }) => role)
    }
  })

  test('an account is created as described', async () => {
    const id = randomUUID()
    const { user } = await created({
      id,
      user_metadata: { full_name: 'Given Name' },
      app_metadata: { team: 'a' },
    })
    expect(user).toMatchObject({
      id,
      app_metadata: { provider: 'email', providers: ['email'], team: 'a' },
      user_metadata: { full_name: 'Given Name', email_verified: true },
    })
    const open = await auth.service.admin.createUser({
      email: freshEmail(),
      user_metadata: { a: 1 },
    })
    expect(open.data.user?.user_metadata).toEqual({ a: 1 })
    expect(open.data.user).not.toHaveProperty('email_confirmed_at')
  })

  test.each([
    ['bcrypt', () => hash('user1password', 10)],
    ['argon2id', () => hashArgon2('user1password')],
    ['argon2i', () => hashArgon2('user1password', { algorithm: 1 })],
    // Example from https://github.com/firebase/scrypt.
    [
      'Firebase',
      async () =>
        '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    ],
  ])('an imported %s hash signs in, and only with its password', async (_, makeHash) => {
    const email = freshEmail()
    const { error } = await auth.service.admin.createUser({
      email,
      password_hash: await makeHash(),
      email_confirm: true,
    })
    expect(error).toBeNull()
    const signIn = (secret: string) =>
      auth.service.client().signInWithPassword({ email, password: secret })
    expect((await signIn('user2password')).error?.code).toBe('invalid_credentials')
    expect((await signIn('user1password')).error).toBeNull()
  })

  test.each([
    ['a plain text', 'user1password'],
    [
      'more memory than there is',
      '$argon2id$v=19$m=9999999,t=3,p=1$c29tZXNhbHQxMjM$aGFzaGhhc2hoYXNoaGFzaA',
    ],
    ['another argon2', '$argon2d$v=19$m=65536,t=3,p=1$c29tZXNhbHQxMjM$aGFzaGhhc2hoYXNoaGFzaA'],
    ['an endless scrypt', '$fbscrypt$v=1,n=40,r=8,p=1,sk=AAAA$AAAA$AAAA'],
  ])('%s is no password hash', async (_, passwordHash) => {
    const { error } = await auth.service.admin.createUser({
      email: freshEmail(),
      password_hash: passwordHash,
    })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('a list comes a page at a time, the newest first', async () => {
    for (let i = 0; i < 3; i += 1) await created()
    const newest = await created()
    const first = await auth.service.admin.listUsers({ page: 1, perPage: 2 })
    expect(first.error).toBeNull()
    expect(first.data.users).toHaveLength(2)
    expect(first.data.users[0]?.id).toBe(newest.id)
    expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
    const total = 'total' in first.data ? first.data.total : 0
    const { rows } = await auth.database.query<{ n: number }>(
      'select count(*) as n from auth.users',
    )
    expect(total).toBe(rows[0]?.n)
    const last = await auth.service.admin.listUsers({ page: Math.ceil(total / 2), perPage: 2 })
    expect(last.data).toMatchObject({ nextPage: null })
    const raw = await auth.service.request('/admin/users?page=&per_page=', { headers: staff() })
    const body = (await raw.json()) as { users: Record<string, unknown>[] }
    expect(body.users[0]).toMatchObject({ identities: null })
    expect(body.users[0]).not.toHaveProperty('factors')
  })

  test('a list can be searched', async () => {
    const { email } = await created()
    const raw = await auth.service.request(`/admin/users?filter=${email}`, { headers: staff() })
    const body = (await raw.json()) as { users: { email: string }[] }
    expect(body.users.map((user) => user.email)).toEqual([email])
    const all = await auth.service.request('/admin/users?filter=%25', { headers: staff() })
    expect(((await all.json()) as { users: unknown[] }).users).toEqual([])
  })

  test('an update applies at once', async () => {
    const { id } = await created()
    const email = freshEmail('renamed')
    const { data, error } = await auth.service.admin.updateUserById(id, {
      email,
      role: 'editor',
      app_metadata: { level: 2 },
      user_metadata: { nick: 'Nan' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      role: 'editor',
      app_metadata: { level: 2, provider: 'email' },
      user_metadata: { nick: 'Nan' },
    })
    expect(data.user?.identities?.[0]?.identity_data?.email).toBe(email)
    expect((await auth.service.admin.getUserById(id)).data.user?.email).toBe(email)
  })

  test('a password set by an administrator ends every session', async () => {
    const { id, email } = await created()
    const client = auth.service.client()
    await client.signInWithPassword({ email, password })
    await auth.service.admin.updateUserById(id, { password: 'set-by-office-4' })
    expect((await client.getUser()).error).not.toBeNull()
  })

  test('a banned person is out until the ban is lifted', async () => {
    const { id, email } = await created()
    const client = auth.service.client()
    const { data } = await client.signInWithPassword({ email, password })
    await auth.service.admin.updateUserById(id, { ban_duration: '24h' })
    expect((await client.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
    const refused = await auth.service.post('/token?grant_type=refresh_token', {
      refresh_token: data.session?.refresh_token,
    })
    expect(await refused.json()).toMatchObject({
      error_code: 'user_banned',
      msg: 'Invalid Refresh Token: User Banned',
    })
    const signIn = await auth.service.client().signInWithPassword({ email, password })
    expect(signIn.error).toMatchObject({ status: 400, code: 'user_banned' })
    // The official service also reports the ban to a caller with a wrong password; we do not.
    const guess = await auth.service.client().signInWithPassword({ email, password: 'whatever-x' })
    expect(guess.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    await auth.service.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await auth.service.client().signInWithPassword({ email, password })).error).toBeNull()
  })

  test('a deleted account is gone with its sessions', async () => {
    const { id, email } = await created()
    const client = auth.service.client()
    await client.signInWithPassword({ email, password })
    expect((await auth.service.admin.deleteUser(id)).error).toBeNull()
    expect((await client.getUser()).error?.code).toBe('user_not_found')
    expect((await auth.service.admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect((await auth.service.admin.deleteUser(id)).error?.status).toBe(404)
  })

  /** Every table with a row that contains the text. */
  async function placesOf(text: string): Promise<string[]> {
    const { rows: tables } = await auth.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('auth', 'public', 'internal')`,
    )
    const found = tables.map(
      ({ name }) =>
        `select '${name}' as name where exists (select from ${name} r where position($1 in r::text) > 0)`,
    )
    const { rows } = await auth.database.query<{ name: string }>(found.join(' union all '), [text])
    return rows.map(({ name }) => name)
  }

  test('a soft delete leaves nothing personal', async () => {
    const { id, email } = await created({ user_metadata: { full_name: 'Private Person' } })
    await auth.service.client().signInWithPassword({ email, password })
    await auth.database.query(
      'insert into internal.proven_contacts (user_id, contact) values ($1, $2) on conflict do nothing',
      [id, email],
    )
    const { id: other, email: kept } = await created()
    await auth.service.admin.updateUserById(id, { phone: '447700900456' })
    expect((await placesOf('447700900456')).length).toBeGreaterThan(0)
    await auth.service.admin.deleteUser(id, true)
    expect(await placesOf('447700900456')).toEqual([])
    expect((await auth.service.admin.getUserById(other)).data.user?.email).toBe(kept)
    expect((await auth.service.admin.deleteUser(id, true)).error).toBeNull()
    const { rows } = await auth.database.query(
      `select to_json(u) as account, (select json_agg(i) from auth.identities i where user_id = $1)
         as identities, (select count(*) from profiles where id = $1) as profiles
       from auth.users u where id = $1`,
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain(email)
    expect(JSON.stringify(rows)).not.toContain('Private Person')
    expect(rows[0]).toMatchObject({ profiles: 0, account: { encrypted_password: '' } })
    expect(await placesOf(email)).toEqual([])
    expect(await placesOf('Private Person')).toEqual([])
    expect((await auth.service.client().signUp({ email, password })).error).toBeNull()
  })

  test('the last administrator cannot be deleted, softly or not, or banned', async () => {
    await auth.database.query(
      `delete from user_roles where role = 'admin' and user_id <> (select user_id from user_roles where role = 'admin' limit 1)`,
    )
    const { rows } = await auth.database.query<{ user_id: string }>(
      `select user_id from user_roles where role = 'admin'`,
    )
    expect(rows).toHaveLength(1)
    const id = rows[0]?.user_id ?? ''
    for (const remove of [
      () => auth.service.admin.deleteUser(id, false),
      () => auth.service.admin.deleteUser(id, true),
      () => auth.service.admin.updateUserById(id, { ban_duration: '1h' }),
    ]) {
      const { error } = await remove()
      expect(error).toMatchObject({
        status: 409,
        message: 'The last administrator cannot be removed',
      })
    }
    expect((await auth.service.admin.getUserById(id)).data.user?.id).toBe(id)
  })

  test('the audit log is read by author, action or type', async () => {
    const { email } = await created()
    await auth.service.client().signInWithPassword({ email, password })
    const read = async (query: string) => {
      const response = await auth.service.request(`/admin/audit?query=${query}`, {
        headers: staff(),
      })
      return (await response.json()) as { payload: { action: string; actor_username: string } }[]
    }
    const [login] = await read(`author:${email}`)
    expect(login?.payload).toMatchObject({ action: 'login', actor_username: email })
    const byAction = await read('action:user_signedup')
    expect(new Set(byAction.map(({ payload }) => payload.action))).toEqual(
      new Set(['user_signedup']),
    )
    const byType = await read('type:account')
    expect(byType.length).toBeGreaterThan(0)
    const administrative = await read('author:service_role')
    expect(administrative[0]?.payload).toMatchObject({
      actor_id: '00000000-0000-0000-0000-000000000000',
    })
  })

  test('a token with the service role is as good as the secret key', async () => {
    const now = Math.floor(Date.now() / 1000)
    const token = await auth.service.keys.sign({ role: 'service_role', iat: now, exp: now + 60 })
    const response = await auth.service.request('/admin/users', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
  })

  test('a user’s token stays a user’s token beside the secret api key', async () => {
    const { email } = await created()
    const client = auth.service.client()
    const { data } = await client.signInWithPassword({ email, password })
    const response = await auth.service.request('/admin/users', {
      headers: {
        Authorization: `Bearer ${data.session?.access_token}`,
        apikey: auth.service.keys.secretKey,
      },
    })
    expect(response.status).toBe(403)
  })
})
