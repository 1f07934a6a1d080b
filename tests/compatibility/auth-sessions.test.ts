// Sign-up, sign-in, refresh, sign-out and the user's own account, through the official client.
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { freshEmail, goodPassword, openAuth, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'

const password = goodPassword

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: {} })

  async function signedUp(email = freshEmail()) {
    const client = auth.service.client()
    const { data, error } = await client.signUp({ email, password })
    if (error || !data.session || !data.user) throw error ?? new Error('no session')
    return { client, email, session: data.session, user: data.user }
  }

  async function signedIn(email: string) {
    const client = auth.service.client()
    const { data, error } = await client.signInWithPassword({ email, password })
    if (error) throw error
    return { client, session: data.session }
  }

  const refresh = (token: string) =>
    auth.service.post('/token?grant_type=refresh_token', { refresh_token: token })

  test('sign-up opens an account and a session', async () => {
    const client = auth.service.client()
    const email = 'Ann.Lee@Example.com'
    const { data, error } = await client.signUp({
      email,
      password,
      options: { data: { full_name: 'Ann Lee' } },
    })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ann.lee@example.com',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        full_name: 'Ann Lee',
        sub: data.user?.id,
        email: 'ann.lee@example.com',
        email_verified: true,
        phone_verified: false,
      },
      identities: [{ id: data.user?.id, provider: 'email', email: 'ann.lee@example.com' }],
      is_anonymous: false,
    })
    expect(data.user?.confirmed_at).toBe(data.user?.email_confirmed_at)
    expect(data.user).not.toHaveProperty('factors')
    const profile = await auth.database.query('select full_name from profiles where id = $1', [
      data.user?.id,
    ])
    expect(profile.rows).toEqual([{ full_name: 'Ann Lee' }])
  })

  test('an access token verifies against the public keys alone', async () => {
    const { session, user, email } = await signedUp()
    const response = await auth.service.request('/.well-known/jwks.json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    const keySet = createLocalJWKSet(await response.json())
    const { payload } = await jwtVerify(session.access_token, keySet)
    expect(Object.keys(payload).sort()).toEqual(
      'aal amr app_metadata aud email exp iat is_anonymous iss phone role session_id sub user_metadata'.split(
        ' ',
      ),
    )
    expect(payload).toMatchObject({
      iss: 'http://localhost:3000/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      is_anonymous: false,
    })
    // The session may open in one second and its token be signed in the next.
    const [{ timestamp }] = payload.amr as [{ timestamp: number }]
    expect(Number(payload.iat) - timestamp).toBeLessThanOrEqual(5)
    expect(Number(payload.iat) - timestamp).toBeGreaterThanOrEqual(0)
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    const { data } = await auth.service.client().getClaims(session.access_token)
    expect(data?.claims.sub).toBe(user.id)
  })

  test('the right password signs in and a wrong one does not', async () => {
    const { email } = await signedUp()
    const right = await auth.service.client().signInWithPassword({ email, password })
    expect(right.data.user?.email).toBe(email)
    const wrong = await auth.service.client().signInWithPassword({ email, password: 'wrong-one' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    const unknown = await auth.service
      .client()
      .signInWithPassword({ email: 'nobody@example.com', password })
    expect(unknown.error?.message).toBe(wrong.error?.message)
  })

  test('an address is the same in any case', async () => {
    const { email } = await signedUp()
    const { error } = await auth.service
      .client()
      .signInWithPassword({ email: email.toUpperCase(), password })
    expect(error).toBeNull()
  })

  test('only a hash of the password is stored', async () => {
    const { user } = await signedUp()
    const { rows } = await auth.database.query<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where id = $1',
      [user.id],
    )
    expect(rows[0]?.encrypted_password).toMatch(/^\$2[aby]\$/)
  })

  test('a refresh yields new tokens with the present metadata', async () => {
    const { client, session, user } = await signedUp()
    await auth.service.admin.updateUserById(user.id, { user_metadata: { team: 'hedges' } })
    const { data, error } = await client.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.user?.user_metadata.team).toBe('hedges')
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.user_metadata?.team).toBe('hedges')
    expect(claims?.claims.amr).toHaveLength(1)
  })

  test('twenty refreshes at once all give a session that works', async () => {
    const { session } = await signedUp()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refresh(session.refresh_token)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as {
      access_token: string
      refresh_token: string
    }[]
    for (const { access_token } of bodies) {
      const { data } = await auth.service.client().getUser(access_token)
      expect(data.user).not.toBeNull()
    }
    for (const token of new Set(bodies.map(({ refresh_token }) => refresh_token))) {
      expect((await refresh(token)).status).toBe(200)
    }
  })

  test('a client one step behind gets the active token however late', async () => {
    const { session } = await signedUp()
    const first = await (await refresh(session.refresh_token)).json()
    auth.service.moveClock(3600)
    const again = await refresh(session.refresh_token)
    expect(again.status).toBe(200)
    expect((await again.json()).refresh_token).toBe(first.refresh_token)
    expect(again.headers.get('sb-auth-refresh-token-reuse')).toBe('true')
  })

  test('a token two steps behind is good within the interval', async () => {
    const { session } = await signedUp()
    const second = await (await refresh(session.refresh_token)).json()
    await refresh(second.refresh_token)
    auth.service.moveClock(5)
    const again = await refresh(session.refresh_token)
    expect(again.status).toBe(200)
    expect((await refresh((await again.json()).refresh_token)).status).toBe(200)
  })

  test('an old token after the interval ends every token of the session', async () => {
    const { session, client } = await signedUp()
    const second = await (await refresh(session.refresh_token)).json()
    const third = await (await refresh(second.refresh_token)).json()
    auth.service.moveClock(11)
    const stolen = await refresh(session.refresh_token)
    expect(stolen.status).toBe(400)
    expect((await stolen.json()).error_code).toBe('refresh_token_already_used')
    const live = await auth.database.query(
      `select from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
       where s.user_id = $1 and not t.revoked`,
      [session.user.id],
    )
    expect(live.count).toBe(0)
    auth.service.moveClock(11)
    const later = await refresh(third.refresh_token)
    expect([later.status, (await later.json()).error_code]).toEqual([
      400,
      'refresh_token_already_used',
    ])
    expect((await client.getUser()).data.user?.id).toBe(session.user.id)
    const changed = await client.updateUser({ data: { town: 'Ledbury' } })
    expect(changed.error?.name).toBe('AuthSessionMissingError')
  })

  test('without an interval a token two steps behind ends the session', async () => {
    const strict = await startAuth(auth.database, { reuseIntervalSeconds: 0 })
    const again = (token: string) =>
      strict.post('/token?grant_type=refresh_token', { refresh_token: token })
    const { session } = await signedUp()
    const second = await (await again(session.refresh_token)).json()
    await again(second.refresh_token)
    strict.moveClock(1)
    expect((await again(session.refresh_token)).status).toBe(400)
  })

  test('a session past its end is not refreshed', async () => {
    const { session, user } = await signedUp()
    await auth.database.query(
      `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
      [user.id],
    )
    const refused = await refresh(session.refresh_token)
    expect(await refused.json()).toEqual({
      code: 400,
      error_code: 'session_expired',
      msg: 'Invalid Refresh Token: Session Expired',
    })
  })

  test.runIf(engine === 'postgres')('a refresh does not wait for ever', async () => {
    const { session, user } = await signedUp()
    await auth.database.transaction(async (tx) => {
      await tx.query('select from auth.sessions where user_id = $1 for update', [user.id])
      const refused = await refresh(session.refresh_token)
      expect(refused.status).toBe(409)
      expect((await refused.json()).error_code).toBe('conflict')
    })
    expect((await refresh(session.refresh_token)).status).toBe(200)
  })

  test('signing out locally ends this session only', async () => {
    const { client, session, email } = await signedUp()
    const other = await signedIn(email)
    expect((await client.signOut({ scope: 'local' })).error).toBeNull()
    expect((await auth.service.client().getUser(session.access_token)).error?.message).toBe(
      'Auth session missing!',
    )
    expect((await other.client.getUser()).error).toBeNull()
    expect((await refresh(session.refresh_token)).status).toBe(400)
  })

  test('signing out the others keeps this session', async () => {
    const { client, email } = await signedUp()
    const other = await signedIn(email)
    expect((await client.signOut({ scope: 'others' })).error).toBeNull()
    expect((await client.getUser()).error).toBeNull()
    expect((await auth.service.client().getUser(other.session.access_token)).error).not.toBeNull()
  })

  test('signing out globally ends every session', async () => {
    const { client, session, email } = await signedUp()
    const other = await signedIn(email)
    const response = await auth.service.request('/logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.access_token}` },
    })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect((await client.getUser()).error).not.toBeNull()
    expect((await auth.service.client().getUser(other.session.access_token)).error).not.toBeNull()
  })

  test('metadata merges key by key and null removes a key', async () => {
    const { client } = await signedUp()
    await client.updateUser({ data: { one: 1, two: { deep: true } } })
    const { data } = await client.updateUser({ data: { one: null, three: 3 } })
    expect(data.user?.user_metadata).toMatchObject({ two: { deep: true }, three: 3 })
    expect(data.user?.user_metadata).not.toHaveProperty('one')
  })

  test('a new password ends the other sessions and keeps this one', async () => {
    const { client, session, email } = await signedUp()
    const other = await signedIn(email)
    const { error } = await client.updateUser({ password: 'prune-the-roses-3' })
    expect(error).toBeNull()
    expect((await client.getUser()).error).toBeNull()
    expect((await client.refreshSession()).error).toBeNull()
    expect((await refresh(other.session.refresh_token)).status).toBe(400)
    expect(
      (await auth.service.client().signInWithPassword({ email, password })).error,
    ).not.toBeNull()
    const again = await auth.service
      .client()
      .signInWithPassword({ email, password: 'prune-the-roses-3' })
    expect(again.data.user?.id).toBe(session.user.id)
  })

  test('a session older than a day asks for the mailed code', async () => {
    const { client } = await signedUp()
    auth.service.moveClock(24 * 3600 + 1)
    const refused = await client.updateUser({ password: 'mow-the-lawn-77' })
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = auth.service.mails.at(-1)?.code ?? ''
    const wrong = await client.updateUser({ password: 'mow-the-lawn-77', nonce: '000000x' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect((await client.updateUser({ password: 'mow-the-lawn-77', nonce })).error).toBeNull()
    const spent = await client.updateUser({ password: 'weed-the-beds-5', nonce })
    expect(spent.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })

  test('every change leaves its row in the audit log', async () => {
    const { client, user, session } = await signedUp()
    await client.updateUser({ data: { seen: true } })
    await refresh(session.refresh_token)
    await client.signOut()
    const { rows } = await auth.database.query<{ action: string; type: string }>(
      `select payload ->> 'action' as action, payload ->> 'log_type' as type
       from auth.audit_log_entries where payload ->> 'actor_id' = $1 order by created_at`,
      [user.id],
    )
    expect(rows.map(({ action }) => action).sort()).toEqual(
      [
        'login',
        'logout',
        'token_refreshed',
        'token_revoked',
        'user_modified',
        'user_signedup',
      ].sort(),
    )
    expect(rows.find(({ action }) => action === 'login')?.type).toBe('account')
  })

  test('an anonymous person gets an account and keeps it by adding an address', async () => {
    const anonymous = await startAuth(auth.database, { allowsAnonymous: true })
    const client = anonymous.client()
    const { data, error } = await client.signInAnonymously({ options: { data: { from: 'ad' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      app_metadata: {},
      user_metadata: { from: 'ad' },
      identities: [],
    })
    const email = freshEmail('nameless')
    const updated = await client.updateUser({ email, password })
    expect(updated.error).toBeNull()
    expect(updated.data.user).toMatchObject({ email, is_anonymous: false })
    const again = await anonymous.client().signInWithPassword({ email, password })
    expect(again.data.user?.id).toBe(data.user?.id)
  })
})
