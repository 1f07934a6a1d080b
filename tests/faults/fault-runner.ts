// Runs the built product under load, injects a fault, and checks that every acknowledged enquiry
// exists exactly once and every delivery is made.
import { expect } from 'vitest'
import { openPostgres } from '#backend/database/postgres.ts'
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
  /** A separate database server that the fault may stop. */
  postgres: PostgresServer | undefined
  clients: Clients
  /** Resolves when this many more enquiries have been acknowledged. */
  acknowledgedMore(count: number): Promise<void>
  /** As if the leases of a killed process had run out, which takes nearly a minute. */
  endLeases(): Promise<void>
}

export interface Fault {
  name: string
  engine: EngineName
  /** The fault stops the database server itself. */
  ownPostgres?: true
  env?: Record<string, string>
  prepare?(dataDir: string): Promise<void>
  happen(world: World): Promise<void>
  /** Further checks of the failed tries, e.g. that there were none. */
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
    // The embedded engine releases them at its next start.
    const endLeases = () => (databaseUrl ? releaseJobs(databaseUrl) : Promise.resolve())
    await acknowledgedMore(10)
    await fault.happen({ product, mailServer, postgres, clients, acknowledgedMore, endLeases })
    // It still works.
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

async function releaseJobs(url: string): Promise<void> {
  const database = openPostgres({ url, poolSize: 1 })
  await database.query('update internal.jobs set run_at = now() where held_by is not null')
  await database.close()
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
  // One email to the office and one to the sender. A repeat has the same Message-ID.
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
