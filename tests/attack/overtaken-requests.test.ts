// Race conditions: while an authorised request waits, the owner confirms the account or its sessions
// end. The request must not act on the old state.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { auth as authService } from '#backend/auth/auth.ts'
import { confirmedPerson, lastMail } from '#tests/support/auth-mails.ts'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { makeAuthenticator } from '#tests/support/authenticator.ts'
import { engines } from '#tests/support/databases.ts'
import { codeFor, exchange, registerOauthClient, setOut } from '#tests/support/oauth-client.ts'

describe.each(engines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { isOauthServer: true, allowsManualLinking: true, allowsTotp: true },
  })

  async function signedUp() {
    const email = freshEmail()
    const answer = await auth.service.post('/signup', { email, password })
    const { access_token: token, user } = await answer.json()
    return { email, token: token as string, id: user.id as string }
  }
  const send = (token: string, path: string, method: string, body?: object) =>
    auth.service.request(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  /** Waits until a request is authorised and blocked by the account's lock. */
  const untilSomeoneWaits = () =>
    expect
      .poll(async () => {
        const { rows } = await auth.database.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
        )
        return rows[0]?.waiting
      })
      .toBeGreaterThan(0)

  /** The changes that a signed-in user can make to their account; `prepare` runs before each. */
  const changes: [string, (token: string) => Promise<() => Promise<Response>>][] = [
    [
      'a new password',
      async (token) => () => send(token, '/user', 'PUT', { password: 'overtaken-pass-1' }),
    ],
    [
      'another address',
      async (token) => () => send(token, '/user', 'PUT', { email: freshEmail('other') }),
    ],
    [
      'an authenticator app',
      async (token) => () =>
        send(token, '/factors', 'POST', { factor_type: 'totp', friendly_name: randomUUID() }),
    ],
    [
      'a passkey',
      async (token) => {
        const asked = await (await send(token, '/passkeys/registration/options', 'POST', {})).json()
        const credential = makeAuthenticator('http://localhost:3000').create(asked.options)
        const body = { challenge_id: asked.challenge_id, credential }
        return () => send(token, '/passkeys/registration/verify', 'POST', body)
      },
    ],
    [
      'an identity taken away',
      async (token) => () => send(token, `/user/identities/${randomUUID()}`, 'DELETE'),
    ],
  ]

  // The embedded engine has one connection, so a request cannot wait for another's lock.
  test.skipIf(engine === 'embedded').each(changes)(
    '%s does not pass a proof that was faster',
    async (_, prepare) => {
      const { token, id } = await signedUp()
      const change = await prepare(token)
      let overtaken: Promise<Response> | undefined
      await auth.database.transaction(async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [id])
        overtaken = change()
        await untilSomeoneWaits()
        await tx.query('delete from auth.sessions where user_id = $1', [id])
      })
      const answer = await overtaken
      expect(answer?.status).toBe(403)
      expect(await answer?.json()).toMatchObject({ error_code: 'session_not_found' })
    },
  )

  test.skipIf(engine === 'embedded')(
    'an OAuth client is not let in past a proof, and neither waits for the other',
    async () => {
      const { client, id } = await confirmedPerson(auth.service)
      const journey = await setOut(auth.service, await registerOauthClient(auth.service))
      await client.oauth.getAuthorizationDetails(journey.authorizationId)
      let overtaken: ReturnType<typeof client.oauth.approveAuthorization> | undefined
      await auth.database.transaction(async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [id])
        overtaken = client.oauth.approveAuthorization(journey.authorizationId)
        await untilSomeoneWaits()
        const { count } = await tx.query(
          'delete from auth.oauth_authorizations where user_id = $1',
          [id],
        )
        expect(count).toBe(1)
      })
      const { error } = (await overtaken) ?? {}
      expect(error).toMatchObject({ status: 404 })
      expect(auth.service.errors).toEqual([])
    },
  )

  /** Requests with a row of the account in hand; the table's rows are taken away by the proof. */
  const inHand: [string, string, () => Promise<{ id: string; use: () => Promise<Response> }>][] = [
    [
      'the code of an OAuth client',
      'auth.oauth_authorizations',
      async () => {
        const { client, id } = await confirmedPerson(auth.service)
        const oauthClient = await registerOauthClient(auth.service)
        const journey = await setOut(auth.service, oauthClient)
        const landed = await codeFor(client, journey)
        return { id, use: () => exchange(oauthClient, journey, landed) }
      },
    ],
    [
      'the code of a followed link',
      'auth.flow_state',
      async () => {
        const { id, email } = await signedUp()
        const verifier = 'v'.repeat(43)
        const challenge = { code_challenge: verifier, code_challenge_method: 'plain' }
        await auth.service.post('/otp', { email, ...challenge })
        const { link } = lastMail(auth.service, email)
        const followed = await auth.service.request(link.slice(link.indexOf('/verify')))
        const landed = new URL(followed.headers.get('location') ?? '')
        const body = { auth_code: landed.searchParams.get('code'), code_verifier: verifier }
        return { id, use: () => auth.service.post('/token?grant_type=pkce', body) }
      },
    ],
    [
      'a factor in the place of one that was never verified',
      'auth.mfa_factors',
      async () => {
        const { token, id } = await signedUp()
        await send(token, '/factors', 'POST', { factor_type: 'totp' })
        await auth.database.query(
          `update auth.mfa_factors set created_at = now() - interval '1 hour' where user_id = $1`,
          [id],
        )
        return { id, use: () => send(token, '/factors', 'POST', { factor_type: 'totp' }) }
      },
    ],
  ]

  test.skipIf(engine === 'embedded').each(inHand)(
    '%s waits for a proof without holding what the proof takes away',
    async (_, table, prepare) => {
      const { id, use } = await prepare()
      let overtaken: Promise<Response> | undefined
      await auth.database.transaction(async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [id])
        overtaken = use()
        await untilSomeoneWaits()
        await tx.query('delete from auth.sessions where user_id = $1', [id])
        // Otherwise they would deadlock.
        const held = `select from ${table} where user_id = $1 for update nowait`
        expect((await tx.query(held, [id])).count).toBe(1)
        await tx.query(`delete from ${table} where user_id = $1`, [id])
      })
      const answer = await overtaken
      expect([400, 403, 404]).toContain(answer?.status)
      expect(auth.service.errors).toEqual([])
    },
  )

  test.skipIf(engine === 'embedded')(
    'the code of an OAuth client opens nothing once the client is deleted',
    async () => {
      const { client, id } = await confirmedPerson(auth.service)
      const app = await registerOauthClient(auth.service)
      const flow = await setOut(auth.service, app)
      const landed = await codeFor(client, flow)
      let overtaken: Promise<Response> | undefined
      await auth.database.transaction(async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [id])
        overtaken = exchange(app, flow, landed)
        await untilSomeoneWaits()
        const { error } = await auth.service.admin.oauth.deleteClient(app.id)
        expect(error).toBeNull()
      })
      expect((await overtaken)?.status).toBe(400)
      expect(auth.service.errors).toEqual([])
    },
  )

  test.skipIf(engine === 'embedded')(
    'a client whose code is exchanged meanwhile is deleted with that session',
    async () => {
      const { client, id } = await confirmedPerson(auth.service)
      const app = await registerOauthClient(auth.service)
      const flow = await setOut(auth.service, app)
      const landed = await codeFor(client, flow)
      let exchanged: Promise<Response> | undefined
      let deleted: Promise<{ error: unknown }> | undefined
      await auth.database.transaction(async (tx) => {
        // The exchange reads this after the client, and waits here before it opens the session.
        await tx.query('lock auth.oauth_consents in access exclusive mode')
        exchanged = exchange(app, flow, landed)
        await untilSomeoneWaits()
        deleted = auth.service.admin.oauth.deleteClient(app.id)
        await Promise.race([deleted, sleep(200)])
      })
      expect((await exchanged)?.status).toBe(200)
      expect((await deleted)?.error).toBeNull()
      const { rows } = await auth.database.query(
        'select from auth.sessions where user_id = $1 and oauth_client_id is not null',
        [id],
      )
      expect(rows).toEqual([])
    },
  )

  test('a body that is held back is waited for before anybody is let in', async () => {
    const { token, id, email } = await signedUp()
    const app = new Hono().route('/auth/v1', authService(auth.service.deps))
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const bytes = new TextEncoder().encode(JSON.stringify({ password: 'held-back-pass-1' }))
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, 1))
        await held
        controller.enqueue(bytes.slice(1))
        controller.close()
      },
    })
    const answering = app.request('http://localhost:3000/auth/v1/user', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
    await auth.database.query('delete from auth.sessions where user_id = $1', [id])
    release()
    expect((await answering).status).toBe(403)
    const signIn = await auth.service.client().signInWithPassword({ email, password })
    expect(signIn.error).toBeNull()
  })
})
