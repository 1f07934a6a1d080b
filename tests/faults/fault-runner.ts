// Runs the built product under load, lets a fault happen, and checks the promise: what was
// acknowledged is there exactly once, and every delivery is made.
import { expect } from 'vitest'
import { createPostgresDatabase, type EngineName, fillDataDir } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { createProduct, type Product } from '#tests/support/product.ts'
import { createPostgresServer, type PostgresServer } from '#tools/postgres-server.ts'
import { type Clients, startClients } from './clients.ts'

export const isLongForm = process.env.PROVE !== undefined
export const secretKey = 'sb_secret_for_the_faults'

export interface World {
  product: Product
  mailServer: MailServer
  /** The database server of its own that a fault may stop. */
  postgres: PostgresServer | undefined
  clients: Clients
  /** Resolves when so many more enquiries have been acknowledged. */
  acknowledgedMore(count: number): Promise<void>
}

export interface Fault {
  name: string
  engine: EngineName
  /** The database server itself is part of the fault. */
  ownPostgres?: true
  env?: Record<string, string>
  prepare?(dataDir: string): Promise<void>
  happen(world: World): Promise<void>
  /** What else must be true of the tries that failed, e.g. that there were none. */
  check?(failures: Map<string, number>): void
  cleanUp?(dataDir: string): Promise<void>
}

export async function runFault(fault: Fault): Promise<string> {
  const mailServer = await startMailServer()
  const postgres = fault.ownPostgres && (await createPostgresServer())
  const database =
    fault.engine === 'postgres' && !postgres
      ? await createPostgresDatabase('template_migrated')
      : undefined
  const databaseUrl = postgres?.url('postgres') ?? database?.url
  const product = await createProduct({
    SMTP_URL: mailServer.url,
    SECRET_KEY: secretKey,
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'error',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...fault.env,
  })
  try {
    await fault.prepare?.(product.dataDir)
    if (fault.engine === 'embedded') await fillDataDir(product.dataDir)
    await product.start()
    const clients = startClients(product.url)
    const acknowledgedMore = async (count: number) => {
      const enough = clients.acknowledged.size + count
      await expect
        .poll(() => clients.acknowledged.size, { timeout: 60_000, interval: 10 })
        .toBeGreaterThanOrEqual(enough)
    }
    await acknowledgedMore(10)
    await fault.happen({ product, mailServer, postgres, clients, acknowledgedMore })
    // It works as before.
    await acknowledgedMore(10)
    await clients.finish()
    fault.check?.(clients.failures)
    await expectEverythingOnce(product.url, clients, mailServer)
    return sentence(fault, clients)
  } finally {
    await product.kill()
    await fault.cleanUp?.(product.dataDir)
    await product.remove()
    await database?.remove()
    await postgres?.remove()
    await mailServer.close()
  }
}

export async function expectEverythingOnce(
  url: string,
  { acknowledged }: Clients,
  mailServer: MailServer,
): Promise<void> {
  const stored = await readAll<{ id: string; email: string }>(url, 'enquiries?select=id,email')
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
  expect(stored.length).toBe(acknowledged.size)
  expect(ids(stored)).toEqual([...acknowledged.values()].sort())
  for (const { id, email } of stored) expect(acknowledged.get(email)).toBe(id)

  const waiting = 'enquiry_deliveries?select=id&state=neq.delivered'
  await expect
    .poll(async () => (await readAll(url, waiting)).length, { timeout: 120_000, interval: 250 })
    .toBe(0)
  // One mail to the office and one to the sender. A repeat has the Message-ID of the first.
  const mails = new Set(mailServer.received.map(({ messageId }) => messageId))
  expect(mails.size).toBe(stored.length * 2)
}

async function readAll<Row>(url: string, query: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const answer = await fetch(`${url}/rest/v1/${query}&order=id&limit=500&offset=${rows.length}`, {
      headers: { apikey: secretKey },
    })
    if (!answer.ok) throw new Error(`${query} was answered ${answer.status}`)
    const page = (await answer.json()) as Row[]
    rows.push(...page)
    if (page.length < 500) return rows
  }
}

function sentence({ name }: Fault, { acknowledged, failures }: Clients): string {
  const tries = [...failures].map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none'
  return `${name}: ${acknowledged.size} acknowledged, all there once and delivered; failed tries: ${tries}`
}
