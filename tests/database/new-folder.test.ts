// A new data folder is a copy of the empty database that comes with the build.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '#backend/database/embedded/embedded.ts'
import { migrate } from '#backend/database/migrate.ts'
import { schema } from '#backend/database/schema.ts'
import { emptyDatabase, workerFile } from '#tests/support/worker-file.ts'

let parent: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'new-folder-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

describe('a copy', () => {
  let database: EmbeddedDatabase
  const startedAt = new Date()

  beforeAll(async () => {
    database = await openEmbedded({ folder: join(parent, 'copy'), workerFile, emptyDatabase })
  })
  afterAll(() => database.close())

  test('has the whole schema', async () => {
    expect(await migrate(database, schema)).toEqual([])
  })

  // A key, an account or a code made with the build would be the same in every installation.
  test('holds no row but what the schema says of itself', async () => {
    const { rows } = await database.query<{ name: string; count: number }>(
      `select format('%I.%I', schemaname, relname) as name,
         (xpath('/row/n/text()', query_to_xml(
           format('select count(*) as n from %I.%I', schemaname, relname), false, true, ''))
         )[1]::text::int as count
       from pg_stat_user_tables order by 1`,
    )
    const filled = rows.filter(({ count }) => count > 0).map(({ name }) => name)
    expect(rows.length).toBeGreaterThan(40)
    expect(filled).toEqual(['internal.definitions', 'internal.migrations', 'storage.buckets'])
  })

  test('is as old as its first start, not as the build', async () => {
    const { rows } = await database.query<{ oldest: Date }>(
      'select min(applied_at) as oldest from internal.migrations',
    )
    expect(rows[0]?.oldest.getTime()).toBeGreaterThanOrEqual(startedAt.getTime() - 1000)
  })

  test('can be read by its own user only', async () => {
    const names = await readdir(emptyDatabase, { recursive: true })
    const paths = ['', ...names].map((name) => join(parent, 'copy', name))
    const modes = paths.map(async (path) => (await stat(path)).mode & 0o077)
    expect(new Set(await Promise.all(modes))).toEqual(new Set([0]))
  })
})

test('a first start that ended before it was dated is dated by the next', async () => {
  const folder = join(parent, 'killed')
  const first = await openEmbedded({ folder, workerFile, emptyDatabase })
  await first.query(`update internal.migrations set applied_at = now() - interval '1 year'`)
  await first.close()
  await writeFile(join(folder, 'new-copy'), '')
  const again = await openEmbedded({ folder, workerFile, emptyDatabase })
  const { rows } = await again.query<{ age: number }>(
    `select extract(epoch from now() - min(applied_at))::float as age from internal.migrations`,
  )
  await again.close()
  expect(rows[0]?.age).toBeLessThan(60)
  expect(existsSync(join(folder, 'new-copy'))).toBe(false)
})

test('from a build that is read-only, or that lost its empty folders', async () => {
  const build = join(parent, 'build')
  await cp(emptyDatabase, build, { recursive: true })
  for (const name of await readdir(build, { recursive: true })) {
    const path = join(build, name)
    if ((await stat(path)).isFile()) await chmod(path, 0o444)
  }
  const copy = await openEmbedded({
    ...{ folder: join(parent, 'from-read-only'), workerFile },
    emptyDatabase: build,
  })
  expect(await migrate(copy, schema)).toEqual([])
  await copy.close()
  await rm(join(build, 'pg_notify'), { recursive: true })
  const created = await openEmbedded({
    ...{ folder: join(parent, 'from-incomplete'), workerFile },
    emptyDatabase: build,
  })
  expect((await migrate(created, schema)).length).toBeGreaterThan(10)
  await created.close()
})

test('before a first build the engine creates the database', async () => {
  const nowhere = join(parent, 'no-build')
  const folder = join(parent, 'created')
  const database = await openEmbedded({ folder, workerFile, emptyDatabase: nowhere })
  const { rows } = await database.query<{ ledger: boolean }>(
    `select to_regclass('internal.migrations') is not null as ledger`,
  )
  await database.close()
  expect(rows).toEqual([{ ledger: false }])
})
