// Text messages are sent through a signed webhook, and retried when it fails.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign } from '#backend/outgoing/signed-webhook.ts'
import { fillDataDir } from '#tests/support/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

let folder: string
let receiver: WebhookReceiver
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-'))
  receiver = await startWebhookReceiver()
  server = await startServerProcess({
    DATA_DIR: await fillDataDir(join(folder, 'data')),
    AUTH_PHONE: 'true',
    SMS_WEBHOOK_URL: receiver.url,
    SMS_WEBHOOK_SECRET: 'garden-gate',
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const client = (url = server.url) =>
  new GoTrueClient({ url: `${url}/auth/v1`, autoRefreshToken: false, persistSession: false })

test('a code arrives signed, though the receiver failed first, and signs in', async () => {
  receiver.behaviour = 'failing'
  const phone = '447700900123'
  const asked = await client().signInWithOtp({ phone })
  expect(asked.error).toBeNull()
  await expect.poll(() => receiver.attempts).toBeGreaterThan(0)
  receiver.behaviour = 'fine'
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1)

  const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' }
  const message = JSON.parse(body)
  expect(message).toEqual({
    id: asked.data.messageId,
    to: `+${phone}`,
    channel: 'sms',
    text: expect.stringMatching(/^Hopyard Gardens & Grounds: your code is \d{6}\. /),
  })
  expect(headers['x-sms-id']).toBe(message.id)
  const signature = String(headers['x-sms-signature'])
  const [, seconds] = /^t=(\d+),/.exec(signature) ?? []
  expect(signature).toBe(sign(body, 'garden-gate', Number(seconds)))

  const [token = ''] = /\d{6}/.exec(message.text) ?? []
  const { data } = await client().verifyOtp({ phone, token, type: 'sms' })
  expect(data.user?.phone).toBe(phone)
})

test('without a sender only the numbers for tests work', async () => {
  const testing = await startServerProcess({
    DATA_DIR: await fillDataDir(join(folder, 'testing')),
    AUTH_TEST_OTP: '447700900999=654321',
    LOG_LEVEL: 'error',
  })
  const real = await client(testing.url).signInWithOtp({ phone: '447700900123' })
  expect(real.error).toMatchObject({ status: 422, code: 'sms_send_failed' })
  const phone = '447700900999'
  expect((await client(testing.url).signInWithOtp({ phone })).data.messageId).toBe('test-otp')
  const { data } = await client(testing.url).verifyOtp({ phone, token: '654321', type: 'sms' })
  expect(data.user?.phone).toBe(phone)
  await testing.kill('SIGKILL')
})

test('a way to sign in by telephone without any sender stops the start', async () => {
  const refused = await startServerProcess(
    { DATA_DIR: join(folder, 'never'), AUTH_PHONE: 'true' },
    { isReady: false },
  )
  expect(await refused.ended).toBe(1)
  expect(refused.output().trim()).toBe('SMS_WEBHOOK_URL is missing beside AUTH_PHONE')
})
