// An account without a role causes as much load as it can, through every service open to it.
import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { healthHandler } from '#server/health.ts'
import { freshEmail, openAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const id = '00000000-0000-4000-8000-000000000001'

/** Every endpoint of the auth service that takes an access token. */
const signedInOnly: [method: string, path: string][] = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['GET', '/reauthenticate'],
  ['POST', '/factors'],
  ['POST', `/factors/${id}/challenge`],
  ['POST', `/factors/${id}/verify`],
  ['DELETE', `/factors/${id}`],
  ['GET', '/passkeys'],
  ['POST', '/passkeys/registration/options'],
  ['POST', '/passkeys/registration/verify'],
  ['PATCH', `/passkeys/${id}`],
  ['DELETE', `/passkeys/${id}`],
  ['GET', '/user/identities/authorize?provider=google'],
  ['DELETE', `/user/identities/${id}`],
  ['GET', `/oauth/authorizations/${id}`],
  ['POST', `/oauth/authorizations/${id}/consent`],
  ['GET', '/oauth/userinfo'],
  ['GET', '/user/oauth/grants'],
  ['DELETE', '/user/oauth/grants'],
]

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { rateLimitScale: 1000, isOauthServer: true, allowsManualLinking: true },
    unlimited: {},
  })
  const person = () => openAccount(auth.database, auth.unlimited, { email: freshEmail('costly') })
  const send = (token: string, method: string, path: string) =>
    auth.service.request(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
  /** As a slow statement of the table API would. */
  const exhaust = (token: string, network = '192.0.2.1') => {
    const { session_id: session } = decodeJwt<{ session_id: string }>(token)
    const payer = { network, session }
    return auth.service.deps.quotas.charge(payer, async (spent) => spent(1e9))
  }

  test('who has used up their share is let into no service', async () => {
    const [eve, ann] = [await person(), await person()]
    await exhaust(eve.token)
    for (const [method, path] of signedInOnly) {
      const answer = await send(eve.token, method, path)
      expect([path, answer.status]).toEqual([path, 429])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
    }
    const app = staffApp(auth.database, auth.service, {
      quotas: auth.service.deps.quotas,
      clientAddress: () => '192.0.2.1',
    })
    for (const verb of ['accounts', 'recover', 'recovery-count']) {
      const refused = await callStaff(app, auth.service, [verb, eve.token])
      expect([verb, refused.status]).toEqual([verb, 429])
    }
    const other = await auth.service.request('/user', {
      headers: { Authorization: `Bearer ${ann.token}`, 'x-test-address': '198.51.100.7' },
    })
    expect(other.status).toBe(200)
  })

  test('a token that opens nothing costs its person nothing', async () => {
    const boss = await openAccount(auth.database, auth.unlimited, {
      email: freshEmail('boss'),
      isAdmin: true,
    })
    const { data } = await auth.unlimited
      .client()
      .signInWithPassword({ email: boss.email, password: 'a good enough password' })
    const desk = data.session?.access_token ?? ''
    await auth.unlimited.request('/logout?scope=local', {
      method: 'POST',
      headers: { Authorization: `Bearer ${boss.token}` },
    })
    await exhaust(boss.token, '198.51.100.66')
    expect((await send(boss.token, 'GET', '/user')).status).toBe(429)
    expect((await send(desk, 'GET', '/user')).status).toBe(200)
    const app = staffApp(auth.database, auth.service, { quotas: auth.service.deps.quotas })
    expect((await callStaff(app, auth.service, ['accounts', desk])).status).toBe(200)
  })

  test('asking for a passkey again and again leaves one question', async () => {
    const eve = await person()
    const ask = () =>
      auth.unlimited.request('/passkeys/registration/options', {
        method: 'POST',
        headers: { Authorization: `Bearer ${eve.token}` },
      })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await ask()
    const { count } = await auth.database.query(
      'select from auth.webauthn_challenges where user_id = $1',
      [eve.id],
    )
    expect(count).toBe(1)
  })

  test('a thousand who ask for the health at once are one question to the database', async () => {
    let questions = 0
    const app = new Hono().get(
      '/healthz',
      healthHandler({
        database: {
          transaction: (work, options) => {
            questions += 1
            return auth.database.transaction(work, options)
          },
        },
        isStopping: () => false,
      }),
    )
    const answers = await Promise.all(Array.from({ length: 1000 }, () => app.request('/healthz')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(questions).toBeLessThan(5)
    expect((await app.request('/healthz')).status).toBe(200)
  })
})
