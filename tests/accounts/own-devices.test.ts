// The key with which a colleague's browser subscribes, and the test notification to it.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#backend/limits/limits.ts'
import { secretKeyBytes, secrets } from '#backend/mail/sealed-secrets.ts'
import { pushKeys } from '#backend/push/push-keys.ts'
import { pushSender } from '#backend/push/send-push.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { makeBrowser, type PushReceiver, startPushReceiver } from '#tests/support/push-receiver.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let receiver: PushReceiver
  let app: ReturnType<typeof staffApp>
  let wren: { id: string; token: string }
  let kit: { id: string; token: string }

  beforeAll(async () => {
    ;[opened, receiver] = await Promise.all([openTestDatabase(engine), startPushReceiver()])
    service = await startAuth(opened.database)
    const settingsKey = randomBytes(secretKeyBytes)
    const keys = pushKeys(
      opened.database,
      secrets(async () => settingsKey),
    )
    const send = pushSender({ fetch: receiver.fetch, keys, contact: () => 'office@x.test' })
    app = staffApp(opened.database, service, {
      push: { keys, send },
      limits: limits(opened.database, { scale: 1 }),
    })
    const account = (email: string) =>
      openAccount(opened.database, service, { email, role: 'staff' })
    wren = await account('wren@x.test')
    kit = await account('kit@x.test')
  })
  afterAll(async () => {
    await receiver.close()
    await opened.remove()
  })
  beforeEach(async () => {
    await opened.database.query('delete from push_subscriptions')
    await opened.database.query('delete from internal.rate_limits')
    receiver.behaviours.clear()
    receiver.received.length = 0
  })

  const call = (verb: string, { token }: { token: string }, body = {}) =>
    callStaff(app, service, [verb, token, body])

  async function addDevice(owner: { id: string }, name: string) {
    const { keys, open } = makeBrowser()
    const { rows } = await opened.database.query<{ id: string }>(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth)
       values ($1, $2, $3, $4) returning id`,
      [owner.id, receiver.endpoint(name), keys.p256dh, keys.auth],
    )
    return { id: String(rows[0]?.id), open }
  }

  test('everybody gets the same key', async () => {
    const answers = await Promise.all([wren, kit, wren].map((person) => call('push-key', person)))
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1)
    expect(answers[0]?.body.key).toMatch(/^B[\w-]{86}$/)
  })

  test('a test reaches the own device', async () => {
    await call('push-key', wren)
    const { id, open } = await addDevice(wren, 'a')
    expect(await call('push-test', wren, { id })).toMatchObject({ status: 200 })
    const [push] = receiver.received
    expect(push && open(push.body)).toMatchObject({ title: 'Notifications work on this device' })
    const { rows } = await opened.database.query('select last_success_at from push_subscriptions')
    expect(rows[0]?.last_success_at).not.toBeNull()
  })

  test("another's device is not called", async () => {
    const { id } = await addDevice(kit, 'a')
    const before = receiver.attempts
    expect(await call('push-test', wren, { id })).toMatchObject({
      ...{ status: 409, body: { error: 'device_gone' } },
    })
    expect((await call('push-test', wren, { id: 'x' })).status).toBe(400)
    expect(receiver.attempts).toBe(before)
  })

  test('a service that refuses or redirects is answered with one sentence', async () => {
    const { id } = await addDevice(wren, 'a')
    for (const behaviour of ['refusing', 'failing', 'moved', 'endless'] as const) {
      receiver.behaviours.set('a', behaviour)
      const { status, body } = await call('push-test', wren, { id })
      expect([behaviour, status, body.error]).toEqual([behaviour, 502, 'push_failed'])
      expect(JSON.stringify(body)).not.toMatch(/403|503|307|127\.0\.0\.1|hopyard/)
    }
    service.errors.length = 0
  })

  test('one that knows the browser no longer ends it', async () => {
    const { id } = await addDevice(wren, 'a')
    receiver.behaviours.set('a', 'gone')
    expect((await call('push-test', wren, { id })).status).toBe(409)
    expect((await opened.database.query('select from push_subscriptions')).count).toBe(0)
  })

  test('five in ten minutes are enough', async () => {
    const { id } = await addDevice(wren, 'a')
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await call('push-test', wren, { id })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
