// kill -9 at random moments while clients post: every acknowledged enquiry is there exactly once, and
// after the restart every delivery happens. 5 rounds; 30 with PROVE=1.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { createProduct, type Product } from '#tests/support/product.ts'
import { workerFile } from '#tests/support/worker-file.ts'

const rounds = process.env.PROVE ? 30 : 5
const clients = 6

let mailServer: MailServer
let product: Product
beforeAll(async () => {
  mailServer = await startMailServer()
  product = await createProduct({
    SMTP_URL: mailServer.url,
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await product.remove()
  await mailServer.close()
})

test(`${rounds} kills lose and double no acknowledged enquiry`, {
  timeout: rounds * 20_000 + 120_000,
}, async () => {
  const acknowledged = new Set<string>()
  let sent = 0
  for (let round = 0; round < rounds; round += 1) {
    await product.start()
    let isAlive = true
    const client = async () => {
      while (isAlive) {
        sent += 1
        const email = `e${sent}@example.com`
        const id = await post(email).catch(() => undefined)
        if (id) acknowledged.add(email)
      }
    }
    const running = Array.from({ length: clients }, client)
    // In the middle of it all, on a slow machine too.
    const enough = acknowledged.size + 10 + Math.random() * 40
    await expect
      .poll(() => acknowledged.size, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(enough)
    await product.kill()
    isAlive = false
    await Promise.all(running)
  }

  await product.start()
  const restarted = Date.now()
  const notThanked = () => {
    const thanked = new Set(mailServer.received.map(({ to }) => to?.[0]?.address))
    return [...acknowledged].filter((email) => !thanked.has(email)).length
  }
  await expect.poll(notThanked, { timeout: 60_000, interval: 250 }).toBe(0)
  console.info(
    `${acknowledged.size} acknowledged in ${rounds} rounds, all delivered ${Date.now() - restarted} ms after the last restart`,
  )
  await waitUntilQuiet()
  expect(await product.stop()).toBeLessThan(10_000)

  const database = await openEmbedded({ folder: `${product.dataDir}/database`, workerFile })
  try {
    const { rows } = await database.query<{ email: string; count: number }>(
      'select email, count(*)::int as count from enquiries group by email',
    )
    const stored = new Map(rows.map(({ email, count }) => [email, count]))
    expect([...acknowledged].filter((email) => stored.get(email) !== 1)).toEqual([])
    const { rows: states } = await database.query(
      'select state, count(*)::int from enquiry_deliveries group by state',
    )
    expect(states.map(({ state }) => state)).toEqual(['delivered'])
    // One mail to the office and one to the sender for each, known by their ids.
    const ids = new Set(mailServer.received.map(({ messageId }) => messageId))
    expect(ids.size).toBe(stored.size * 2)
  } finally {
    await database.close()
  }
})

async function post(email: string): Promise<string | undefined> {
  const response = await fetch(`${product.url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...anEnquiry, email, idempotency_key: email }),
  })
  if (!response.ok) return undefined
  return ((await response.json()) as { id: string }).id
}

async function waitUntilQuiet(): Promise<void> {
  let before = -1
  while (before !== mailServer.received.length) {
    before = mailServer.received.length
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
}
