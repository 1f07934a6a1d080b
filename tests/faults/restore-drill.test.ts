// The drill: fill, back up while serving, destroy, restore, compare every table. With the commands
// as they are given, on both engines and from one to the other.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTables } from '#backend/database/backup.ts'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase, type EngineName, fillDataDir } from '#tests/support/databases.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

const run = promisify(execFile)
const enquiries = process.env.PROVE ? 100_000 : 500
const drills: [EngineName, EngineName][] = process.env.PROVE
  ? [
      ['embedded', 'embedded'],
      ['embedded', 'postgres'],
      ['postgres', 'embedded'],
      ['postgres', 'postgres'],
    ]
  : [['embedded', 'postgres']]

let parent: string
const databases: { remove(): Promise<void> }[] = []
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'drill-'))
})
afterAll(async () => {
  for (const { remove } of databases) await remove()
  await rm(parent, { recursive: true, force: true })
})

test.each(drills)('all data goes from %s to %s', { timeout: 900_000 }, async (from, to) => {
  const source = await place(from, true)
  await using(source, fill)
  const before = await using(source, readEverything)

  const server = await startServerProcess({ ...source, LOG_LEVEL: 'error' })
  const file = join(parent, `${from}-${to}.jsonl.gz`)
  const backedUp = Date.now()
  await tool('backup', source, file)
  const restoredFrom = Date.now()
  await server.kill('SIGKILL')
  await rm(source.DATA_DIR, { recursive: true })

  const target = await place(to, false)
  await tool('restore', target, file)
  console.info(
    `${enquiries} enquiries, ${from} to ${to}: backup ${restoredFrom - backedUp} ms, restore ${Date.now() - restoredFrom} ms`,
  )
  const after = await using(target, readEverything)
  for (const [table, rows] of before) expect(after.get(table), table).toBe(rows)
  expect([...after.keys()]).toEqual([...before.keys()])
})

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

async function fill(database: Database): Promise<void> {
  await database.transaction(
    async (tx) => {
      await tx.query(
        // References of their own: so many random ones would meet.
        `insert into enquiries (reference, name, email, phone, address, service, message)
         select overlay(lpad(translate(to_hex(i), 'abcdef', 'GHJKMP'), 6, '0') placing '-' from 4 for 0),
           'Visitor ' || i, 'v' || i || '@example.com', '01632 960001', 'WR14 2AA', 'Landscaping',
           E'Line one\\nline two “quoted” \\\\ 🌿 ' || i
         from generate_series(1, $1::int) i`,
        [enquiries],
      )
      await tx.query(
        `insert into enquiry_deliveries (enquiry_id, channel, state, delivered_at)
         select id, 'office_mail', 'delivered', now() from enquiries`,
      )
      await tx.query(
        `insert into google_reviews (author_name, rating, review_text)
         select 'Author ' || i, 1 + i % 5, 'Good work' from generate_series(1, 200) i`,
      )
      await tx.query(
        `insert into auth.users (email) select 'user' || i || '@x.test' from generate_series(1, 300) i`,
      )
    },
    { limitMs: 300_000 },
  )
}

/** A hash of every row of every table, in an order of their own. */
async function readEverything(database: Database): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const { name } of await listTables(database)) {
    // The server's own work goes on after it was filled: its keys, its recurring jobs.
    if (['internal.jobs', 'internal.secrets'].includes(name)) continue
    const { rows } = await database.transaction(
      (tx) =>
        tx.query<{ content: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(md5(to_jsonb(t)::text), '' order by md5(to_jsonb(t)::text))), '') as content
           from ${name} t`,
        ),
      { limitMs: 120_000 },
    )
    contents.set(name, rows[0]?.content ?? '')
  }
  return contents
}
