// Every connection to PostgreSQL dies silently while visitors read pages and send enquiries.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { type SilentProxy, throughSilentProxy } from '#tests/support/silent-proxy.ts'
import { demoContent } from '#tools/demo-content.ts'
import { isLongForm } from './fault-runner.ts'

const { towns } = demoContent

/** The promise: a response, and then full recovery. */
const answeredWithinMs = 10_000
const healedWithinMs = 30_000

let folder: string
let created: Awaited<ReturnType<typeof createPostgresDatabase>>
let direct: Database
let proxy: SilentProxy
let mailServer: MailServer
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'silent-'))
  mailServer = await startMailServer()
  created = await createPostgresDatabase('template_migrated')
  direct = openPostgres({ url: created.url, poolSize: 2 })
  const through = await throughSilentProxy(created.url)
  proxy = through.proxy
  server = await startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: through.url,
    SMTP_URL: mailServer.url,
    RATE_LIMIT_SCALE: '0',
  })
})
afterAll(async () => {
  await server?.kill('SIGKILL')
  await direct?.close()
  await proxy?.close()
  await created?.remove()
  await mailServer?.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, signal: AbortSignal.timeout(answeredWithinMs) })

/** Visitors who send one enquiry after the other, each retried under its key until accepted. */
function startVisitors(count: number) {
  const acknowledged = new Map<string, string>()
  const refusals: (string | null)[] = []
  let isSending = true
  let sent = 0

  async function send(email: string): Promise<void> {
    for (;;) {
      const answer = await ask('/functions/v1/contact-webhook', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...anEnquiry, email, idempotency_key: email }),
      })
      const body = (await answer.json()) as { id: string }
      if (answer.status === 200) {
        acknowledged.set(email, body.id)
        return
      }
      expect(answer.status).toBe(503)
      refusals.push(answer.headers.get('retry-after'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const running = Promise.all(
    Array.from({ length: count }, async () => {
      while (isSending) {
        sent += 1
        await send(`visitor${sent}@example.com`)
      }
    }),
  )
  running.catch(() => {})
  return {
    acknowledged,
    refusals,
    async finish() {
      isSending = false
      await running
    },
  }
}

/** Reads these pages repeatedly; each must succeed. */
function startReaders(paths: string[]) {
  let isReading = true
  const running = Promise.all(
    paths.map(async (path) => {
      while (isReading) {
        expect((await ask(path)).status).toBe(200)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }),
  )
  running.catch(() => {})
  return async () => {
    isReading = false
    await running
  }
}

async function featureReview(): Promise<string> {
  const author = `Visitor ${crypto.randomUUID()}`
  await direct.query(
    `insert into google_reviews (author_name, rating, review_text, is_featured)
     values ($1, 5, 'Very tidy.', true)`,
    [author],
  )
  return author
}

const moreThan = (visitors: ReturnType<typeof startVisitors>, count: number) => {
  const enough = visitors.acknowledged.size + count
  return expect
    .poll(() => visitors.acknowledged.size, { timeout: healedWithinMs, interval: 5 })
    .toBeGreaterThan(enough)
}

async function expectHealed(visitors: ReturnType<typeof startVisitors>, author: string) {
  const home = async () => (await ask('/')).text()
  await expect.poll(home, { timeout: healedWithinMs }).toContain(author)
  await expect.poll(async () => (await ask('/healthz')).status).toBe(200)
  await moreThan(visitors, 20)
  // The page is cached again: a new review is noticed at once.
  const another = await featureReview()
  await expect.poll(home).toContain(another)
}

async function expectNothingLost({ acknowledged, refusals }: ReturnType<typeof startVisitors>) {
  console.info(`${acknowledged.size} acknowledged, ${refusals.length} refused with Retry-After`)
  for (const retryAfter of refusals) expect(Number(retryAfter)).toBeGreaterThan(0)
  const { rows } = await direct.query<{ id: string; email: string }>(
    'select id, email from enquiries',
  )
  expect(rows).toHaveLength(acknowledged.size)
  for (const { id, email } of rows) expect(acknowledged.get(email)).toBe(id)
  const waiting = async () =>
    (await direct.query(`select from enquiry_deliveries where state <> 'delivered'`)).count
  await expect.poll(waiting, { timeout: healedWithinMs }).toBe(0)
}

test('open connections die: pages stay, enquiries are answered, all heals, nothing is lost', async () => {
  await direct.query('delete from enquiries')
  const visitors = startVisitors(4)
  const stopReading = startReaders(['/'])
  for (let round = 0; round < (isLongForm ? 10 : 1); round += 1) {
    await moreThan(visitors, 20)
    proxy.silence()
    // A page that was never rendered before, with reviews that cannot be read now.
    const unseen = ask(towns[round % towns.length]?.path ?? '/')
    // LISTEN is dead too: no instance is notified of this review.
    const author = await featureReview()
    expect((await unseen).status).toBe(200)
    await expectHealed(visitors, author)
  }
  await visitors.finish()
  await stopReading()
  await expectNothingLost(visitors)
}, 600_000)

test('the network is cut: pages stay, enquiries are refused, all heals, nothing is lost', async () => {
  await direct.query('delete from enquiries')
  const visitors = startVisitors(4)
  const stopReading = startReaders(['/'])
  await moreThan(visitors, 20)
  proxy.isOpen = false
  proxy.silence()
  await expect.poll(() => visitors.refusals.length, { timeout: 60_000 }).toBeGreaterThan(7)
  expect((await ask('/healthz')).status).toBe(503)
  proxy.isOpen = true
  await expectHealed(visitors, await featureReview())
  await visitors.finish()
  await stopReading()
  await expectNothingLost(visitors)
}, 300_000)
