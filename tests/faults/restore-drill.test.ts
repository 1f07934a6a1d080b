// The drill: fill through the public API, back up while serving, destroy, restore, compare every row,
// start. With the documented commands, from each engine to each.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTables } from '#backend/backups/write-backup.ts'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import {
  createPostgresDatabase,
  type EngineName,
  engines,
  fillDataDir,
} from '#tests/support/databases.ts'
import {
  admin,
  client,
  drillSettings,
  type Filled,
  member,
  seedThroughApi,
} from '#tests/support/seed-through-api.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

const run = promisify(execFile)
const enquiries = process.env.PROVE ? 20_000 : 30

let parent: string
const databases: { remove(): Promise<void> }[] = []
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'drill-'))
})
afterAll(async () => {
  for (const { remove } of databases) await remove()
  await rm(parent, { recursive: true, force: true })
})

describe.each(engines)('from %s', (from) => {
  let file: string
  let filled: Filled
  let before: Map<string, string[]>
  beforeAll(async () => {
    const source = await place(from, true)
    file = join(parent, `${from}.jsonl.gz`)
    const server = await startServerProcess({ ...source, ...drillSettings })
    filled = await seedThroughApi(server.url, enquiries)
    await tool('backup', source, file)
    await server.kill('SIGKILL')
    before = await using(source, readEverything)
    await rm(source.DATA_DIR, { recursive: true })
  }, 900_000)

  test.each(engines)(
    'every row comes back in %s, and the product goes on',
    async (to) => {
      const target = await place(to, false)
      await tool('restore', target, file)
      const after = await using(target, readEverything)
      expect([...after.keys()]).toEqual([...before.keys()])
      for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows)
      expect(after.get('public.enquiries')).toHaveLength(filled.enquiries)
      expect(after.get('internal.enquiry_keys')).toHaveLength(filled.enquiries)
      await goesOn(target, filled)
    },
    900_000,
  )
})

/** Users sign in with their old credentials, the enquiries exist, and a new one is accepted. */
async function goesOn(at: Place, { totpSecret, enquiries }: Filled): Promise<void> {
  const server = await startServerProcess({ ...at, ...drillSettings })
  const staff = client(server.url)
  expect((await staff.auth.signInWithPassword(admin)).error).toBeNull()
  const { count } = await staff.from('enquiries').select('*', { count: 'exact', head: true })
  expect(count).toBe(enquiries)
  const { auth } = client(server.url)
  expect((await auth.signInWithPassword(member)).error).toBeNull()
  const [factor] = (await auth.mfa.listFactors()).data?.totp ?? []
  // A code is valid once: the one used to enrol may be of the current time step.
  const code = await generate({ secret: totpSecret, epoch: Math.floor(Date.now() / 1000) + 30 })
  const lifted = await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
  expect(lifted.error).toBeNull()
  await sendNewEnquiry(server.url)
  await server.kill('SIGKILL')
}

async function sendNewEnquiry(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/webhooks/contact`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({
      name: 'New Visitor',
      email: 'new@example.com',
      phone: '01632 960002',
      address: 'WR1 2AB',
      service: 'Other',
      message: 'A first enquiry after the restore',
      gdpr_consent: 'on',
    }),
  })
  expect(answer.status).toBe(200)
}

type Place = { DATA_DIR: string; DATABASE_URL?: string }

/** A migrated database, or nothing at all. */
async function place(engine: EngineName, isMigrated: boolean): Promise<Place> {
  const folder = await mkdtemp(join(parent, 'place-'))
  if (engine === 'embedded') {
    return { DATA_DIR: isMigrated ? await fillDataDir(folder) : folder }
  }
  const database = await createPostgresDatabase(isMigrated ? 'template_migrated' : 'template0')
  databases.push(database)
  return { DATA_DIR: folder, DATABASE_URL: database.url }
}

async function using<T>(at: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = at.DATABASE_URL
    ? openPostgres({ url: at.DATABASE_URL })
    : await openEmbedded({ folder: join(at.DATA_DIR, 'database'), workerFile })
  return work(database).finally(() => database.close())
}

function tool(name: 'backup' | 'restore', at: Place, file: string) {
  const program = fileURLToPath(new URL(`../../dist/server/${name}.js`, import.meta.url))
  return run(process.execPath, [program, file], { env: { PATH: process.env.PATH, ...at } })
}

/** Every row of every table as text, sorted. */
async function readEverything(database: Database): Promise<Map<string, string[]>> {
  const contents = new Map<string, string[]>()
  for (const { name } of await listTables(database)) {
    // Recurring jobs run between the backup and the kill.
    if (name === 'internal.jobs') continue
    const { rows } = await database.transaction(
      (tx) => tx.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`),
      { timeoutMs: 120_000 },
    )
    contents.set(name, rows.map(({ row }) => row).sort())
  }
  return contents
}
