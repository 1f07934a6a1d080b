// Three instances on one PostgreSQL behind a reverse proxy behave as one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schema } from '#backend/database/schema.ts'
import { createPostgresDatabase } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import {
  pretendedAddress,
  type ReverseProxy,
  startReverseProxy,
} from '#tests/support/reverse-proxy.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { freePort } from '#tools/postgres-server.ts'
import { startClients } from './clients.ts'
import { expectEverythingOnce, isLongForm, secretKey } from './fault-runner.ts'
import { restartInTurn } from './restart-in-turn.ts'

let folder: string
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let mailServer: MailServer
let instances: ServerProcess[]
let proxy: ReverseProxy

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'instances-'))
  mailServer = await startMailServer()
  // Empty, so that the three instances compete for the migrations.
  database = await createPostgresDatabase()
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  instances = await Promise.all(ports.map((port) => startInstance(port)))
  proxy = await startReverseProxy(instances.map(({ url }) => url))
})
afterAll(async () => {
  await proxy?.close()
  await Promise.all((instances ?? []).map((instance) => instance.kill('SIGKILL')))
  await database?.remove()
  await mailServer?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await api('enquiries?id=not.is.null', { method: 'DELETE' })
  mailServer.received.length = 0
  proxy.broken.length = 0
})

function startInstance(port: number, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  return startServerProcess({
    PORT: String(port),
    DATA_DIR: join(folder, String(port)),
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    SECRET_KEY: secretKey,
    TRUST_PROXY: '1',
    ...env,
  })
}

function api(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${proxy.url}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
  })
}

test('of three first starts at once each file of the schema is applied by one', () => {
  const applied = instances.flatMap((instance) =>
    instance
      .output()
      .split('\n')
      .filter((line) => line.includes('"migrations applied"'))
      .flatMap((line) => (JSON.parse(line) as { applied: string[] }).applied),
  )
  const files = [...schema.migrations, ...schema.definitions]
  expect(applied.sort()).toEqual(files.map(({ name }) => name).sort())
})

test('a limit counts over all instances', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      fetch(`${proxy.url}/functions/v1/contact-webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [pretendedAddress]: '192.0.2.77' },
        body: JSON.stringify({ ...anEnquiry, email: `limit${n}@example.com` }),
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  expect(proxy.answered.size).toBe(3)
})

test('a review that changes is on the page of every instance', async () => {
  const page = async ({ url }: ServerProcess) => (await fetch(url)).text()
  await Promise.all(instances.map(page))
  const author_name = `Visitor ${crypto.randomUUID()}`
  const review = { author_name, rating: 5, review_text: 'Very tidy.', is_featured: true }
  expect((await api('google_reviews', { method: 'POST', body: JSON.stringify(review) })).ok).toBe(
    true,
  )
  const before = Date.now()
  await Promise.all(
    instances.map((instance) =>
      expect.poll(() => page(instance), { interval: 20 }).toContain(author_name),
    ),
  )
  console.info(`every instance shows a new review after ${Date.now() - before} ms`)
})

describe('with more emails than an hour allows', () => {
  const startUnlimited = (port: number) => startInstance(port, { RATE_LIMIT_SCALE: '0' })
  beforeAll(async () => {
    instances = await Promise.all(
      instances.map(async (instance) => {
        await instance.kill('SIGTERM')
        return startUnlimited(Number(new URL(instance.url).port))
      }),
    )
  })

  test('every mail goes out once', async () => {
    const clients = startClients(proxy.url)
    await expect
      .poll(() => clients.acknowledged.size, { timeout: 100_000 })
      .toBeGreaterThan(isLongForm ? 1000 : 30)
    await clients.finish()
    await expectEverythingOnce(proxy.url, clients, mailServer)
    expect(mailServer.received).toHaveLength(clients.acknowledged.size * 2)
  })

  test('a rolling restart fails no request', async () => {
    const clients = startClients(proxy.url, 8)
    const rounds = isLongForm ? 10 : 1
    await restartInTurn(instances, { clients, rounds, start: startUnlimited })
    await clients.finish()
    console.info(`${clients.acknowledged.size} enquiries during ${rounds * 3} restarts`)
    expect(proxy.broken).toEqual([])
    expect([...clients.failures]).toEqual([])
    await expectEverythingOnce(proxy.url, clients, mailServer)
  }, 600_000)
})
