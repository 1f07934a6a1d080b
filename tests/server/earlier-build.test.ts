// A database of a build before the first release is not opened, and is moved by a backup and a
// restore.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase, engines } from '#tests/support/databases.ts'
import {
  earlierAdmin,
  earlierBackup,
  earlierTotals,
  makeEarlier,
  readLines,
} from '#tests/support/earlier-build.ts'
import { client, drillSettings } from '#tests/support/seed-through-api.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

type Place = { DATA_DIR: string; DATABASE_URL?: string }

let parent: string
const databases: { remove(): Promise<void> }[] = []
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'earlier-'))
})
afterAll(async () => {
  for (const { remove } of databases) await remove()
  await rm(parent, { recursive: true, force: true })
})

describe.each(engines)('%s', (engine) => {
  let earlier: Place
  beforeAll(async () => {
    earlier = await emptyPlace()
    const database = await open(earlier)
    await makeEarlier(database)
    await database.close()
  })

  test('a start is refused in one line that says how to move, and changes nothing', async () => {
    const before = await describePlace(earlier)
    const server = await startServerProcess({ ...earlier }, { isReady: false })
    expect(await server.ended).toBe(1)
    const lines = server.output().trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^The database was made by an earlier build/)
    expect(lines[0]).toMatch(/npm run backup -- FILE.*npm run restore -- FILE/)
    const restored = await tool(['restore', earlierBackup, '--force'], earlier)
    expect(restored).toMatchObject({ code: 1, error: server.output() })
    expect(await describePlace(earlier)).toEqual(before)
  })

  test('every row of its backup is there after a restore, and the product goes on', async () => {
    const place = await emptyPlace()
    const restored = await tool(['restore', earlierBackup], place)
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(restored.out).toContain(earlierTotals)
    const copy = join(parent, `${engine}-again.jsonl.gz`)
    await tool(['backup', copy], place)
    expectRowsOf(earlierBackup, copy)

    const server = await startServerProcess({ ...place, ...drillSettings })
    const staff = client(server.url)
    expect((await staff.auth.signInWithPassword(earlierAdmin)).error).toBeNull()
    const { data: enquiries } = await staff.from('enquiry_desk').select('reference')
    expect(enquiries).toHaveLength(12)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  test('the tool of this version reads it too, should the earlier build be lost', async () => {
    const copy = join(parent, `${engine}-earlier.jsonl.gz`)
    const copied = await tool(['backup', copy], earlier)
    expect(copied.out).toContain(earlierTotals)
    expectRowsOf(earlierBackup, copy)
    const checked = await tool(['restore', '--check', copy], earlier)
    expect(checked.out).toContain(`can be restored: ${earlierTotals}`)
  })

  async function emptyPlace(): Promise<Place> {
    const folder = await mkdtemp(join(parent, 'place-'))
    if (engine === 'embedded') return { DATA_DIR: folder }
    const database = await createPostgresDatabase()
    databases.push(database)
    return { DATA_DIR: folder, DATABASE_URL: database.url }
  }
})

function open({ DATA_DIR, DATABASE_URL }: Place): Promise<Database> | Database {
  if (DATABASE_URL) return openPostgres({ url: DATABASE_URL })
  return openEmbedded({ folder: join(DATA_DIR, 'database'), workerFile })
}

function tool(args: string[], at: Place) {
  const runner = fileURLToPath(new URL('../../tools/run-built.mjs', import.meta.url))
  const options = { env: { PATH: process.env.PATH, ...at } }
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [runner, ...args], options, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    )
  })
}

/** Every relation and function with its version in the catalogue, and every row of every table. */
async function describePlace(at: Place): Promise<unknown[]> {
  const database = await open(at)
  const { rows: relations } = await database.query<{ name: string; kind: string }>(
    `select oid::regclass::text as name, relkind::text as kind, xmin::text from pg_class
     where relnamespace::regnamespace::text in ('auth', 'public', 'internal')
     union all
     select oid::regprocedure::text, 'function', xmin::text from pg_proc
     where pronamespace::regnamespace::text in ('auth', 'public', 'internal')
     order by 2, 1`,
  )
  const tables: unknown[] = []
  for (const { name } of relations.filter(({ kind }) => kind === 'r')) {
    const { rows } = await database.query(`select t::text as row from ${name} t order by 1`)
    tables.push({ name, rows })
  }
  await database.close()
  return [...relations, ...tables]
}

/** All that the earlier build knew of is there; later columns and tables may have come. */
function expectRowsOf(earlier: string, copy: string): void {
  const copied = readTables(copy)
  for (const [table, { columns, rows }] of readTables(earlier)) {
    expect(textsOf(kept(table, copied.get(table)?.rows ?? []), columns), table).toEqual(
      textsOf(kept(table, rows), columns),
    )
  }
}

/** Without the job of its engine, which a restore leaves behind. */
function kept(table: string, rows: Row[]): Row[] {
  return rows.filter(({ kind }) => table !== 'internal.jobs' || kind !== 'table-care')
}

/** In any order. */
function textsOf(rows: Row[], columns: string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
}

type Row = Record<string, unknown>
type Head = { table: string; columns: string[] }

function readTables(file: string) {
  const tables = new Map<string, { columns: string[]; rows: Row[] }>()
  let rows: Row[] = []
  for (const line of readLines(file).slice(1, -1)) {
    const parsed = JSON.parse(line) as Head | Row
    if (!isHead(parsed)) {
      rows.push(parsed)
      continue
    }
    rows = tables.get(parsed.table)?.rows ?? []
    tables.set(parsed.table, { columns: parsed.columns, rows })
  }
  return tables
}

function isHead(line: Head | Row): line is Head {
  return typeof line.table === 'string' && Array.isArray(line.columns)
}
