import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { ChangedMigration, migrate } from '#backend/database/migrate.ts'
import { migrations } from '#backend/database/migrations.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import {
  createPostgresDatabase,
  engines,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())

  test('applied migrations are not applied again', async () => {
    expect(await migrate(database, migrations)).toEqual([])
  })

  test('new ones are applied in order, each once', async () => {
    const steps = [
      { name: 'test/1_a.sql', sql: 'create table steps (name text)' },
      {
        name: 'test/2_b.sql',
        sql: `insert into steps values ('b'); insert into steps values ('c')`,
      },
    ]
    expect(await migrate(database, steps)).toEqual(['test/1_a.sql', 'test/2_b.sql'])
    expect(await migrate(database, steps)).toEqual([])
    expect((await database.query('select from steps')).count).toBe(2)
  })

  test('a changed file is refused', async () => {
    await migrate(database, [{ name: 'test/3_c.sql', sql: 'select 1' }])
    await expect(
      migrate(database, [{ name: 'test/3_c.sql', sql: 'select 2' }]),
    ).rejects.toBeInstanceOf(ChangedMigration)
  })

  test('one that fails leaves nothing of itself', async () => {
    const broken = { name: 'test/4_d.sql', sql: 'create table half (id int); select nonsense' }
    await expect(migrate(database, [broken])).rejects.toThrow('nonsense')
    await expect(database.query('select from half')).rejects.toThrow('does not exist')
  })
})

test('instances that start together on an empty database migrate it once', async () => {
  const empty = await createPostgresDatabase()
  const instances = Array.from({ length: 3 }, () => openPostgres({ url: empty.url, poolSize: 2 }))
  const applied = await Promise.all(instances.map((instance) => migrate(instance, migrations)))
  expect(applied.flat().sort()).toEqual(migrations.map(({ name }) => name).sort())
  await Promise.all(instances.map((instance) => instance.close()))
  await empty.remove()
})
