// The documented nginx in front of several instances: visitors notice nothing of a rolling restart.
import { mkdtemp, rm } from 'node:fs/promises'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { type Nginx, startNginx, whyNoNginx } from '#tests/support/nginx.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { freePort } from '#tools/postgres-server.ts'
import { startClients } from './clients.ts'
import { expectEverythingOnce, isLongForm, secretKey } from './fault-runner.ts'
import { restartInTurn } from './restart-in-turn.ts'

const refusal = whyNoNginx()
let folder: string
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let mailServer: MailServer
let instances: ServerProcess[]
let nginx: Nginx

beforeAll(async () => {
  if (refusal) return
  folder = await mkdtemp(join(tmpdir(), 'behind-nginx-'))
  mailServer = await startMailServer()
  database = await createPostgresDatabase('template_migrated')
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  instances = await Promise.all(ports.map((port) => startInstance(port)))
  nginx = await startNginx(instances.map(({ url }) => url))
})
afterAll(async () => {
  if (refusal) return
  await nginx?.stop()
  await Promise.all((instances ?? []).map((instance) => instance.kill('SIGKILL')))
  await database?.remove()
  await mailServer?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(({ skip }) => {
  if (!refusal) return
  console.info(`not tried: ${refusal}`)
  skip(refusal)
})

function startInstance(port: number): Promise<ServerProcess> {
  return startServerProcess({
    PORT: String(port),
    DATA_DIR: join(folder, String(port)),
    DATABASE_URL: database.url,
    SITE_URL: 'https://www.example.com',
    SMTP_URL: mailServer.url,
    SECRET_KEY: secretKey,
    // All visitors of the test share an address.
    RATE_LIMIT_SCALE: '0',
    TRUST_PROXY: '1',
  })
}

test('the site is behind TLS, its figures are for nobody outside', async () => {
  expect((await get(nginx.url)).status).toBe(200)
  expect((await get(`${nginx.url}/metrics`)).status).toBe(403)
  const bare = await get(`${nginx.url}/about?a=1`, { host: 'example.com' })
  expect(bare.location).toBe('https://www.example.com/about?a=1')
  const plain = await fetch(`${nginx.plainUrl}/about?a=1`, { redirect: 'manual' })
  expect(plain.status).toBe(301)
  expect(plain.headers.get('location')).toBe('https://www.example.com/about?a=1')
})

test('a rolling restart fails no request and doubles no enquiry', async () => {
  const clients = startClients(nginx.url, 8)
  const readers = startReaders(`${nginx.url}/`, 4)
  const rounds = isLongForm ? 10 : 1
  await restartInTurn(instances, { clients, rounds, start: startInstance })
  await clients.finish()
  const pages = await readers.finish()
  console.info(
    `${clients.acknowledged.size} enquiries and ${pages.get(200)} pages during ${rounds * 3} restarts`,
  )
  expect([...clients.failures]).toEqual([])
  expect([...pages.keys()]).toEqual([200])
  await expectEverythingOnce(instances[0]?.url ?? '', clients, mailServer)
}, 600_000)

/** Visitors who read one page after the other: counts of each status. */
function startReaders(url: string, count: number) {
  const statuses = new Map<number, number>()
  let isReading = true
  async function read(): Promise<void> {
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    while (isReading) {
      const { status } = await get(url, {}, agent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: count }, read))
  return {
    async finish() {
      isReading = false
      await running
      return statuses
    },
  }
}

function get(
  url: string,
  headers: Record<string, string> = {},
  agent = new https.Agent({ rejectUnauthorized: false }),
): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = https.get(url, { agent, headers }, (response) => {
      const { statusCode = 0, headers } = response
      response.resume()
      response.on('end', () => resolve({ status: statusCode, location: headers.location }))
    })
    request.on('error', reject)
  })
}
