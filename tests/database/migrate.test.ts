import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { ChangedMigration, migrate, NewerDatabase } from '#backend/database/migrate.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { type Schema, type SqlFile, schema } from '#backend/database/schema.ts'
import {
  createPostgresDatabase,
  engines,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  const added: SqlFile[] = []
  /** Migrates with a later version that has these migrations too. */
  const migrateOn = (...steps: SqlFile[]) => {
    const others = added.filter(({ name }) => steps.every((step) => step.name !== name))
    added.push(...steps.filter(({ name }) => added.every((one) => one.name !== name)))
    return migrate(database, extendedBy(...others, ...steps))
  }
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())

  test('applied migrations are not applied again', async () => {
    expect(await migrate(database, schema)).toEqual([])
  })

  test('new ones are applied in order, each once', async () => {
    const steps = [
      { name: 'test/1_a.sql', sql: 'create table steps (name text)' },
      {
        name: 'test/2_b.sql',
        sql: `insert into steps values ('b'); insert into steps values ('c')`,
      },
    ]
    expect((await migrateOn(...steps)).slice(0, 2)).toEqual(['test/1_a.sql', 'test/2_b.sql'])
    expect(await migrateOn(...steps)).toEqual([])
    expect((await database.query('select from steps')).count).toBe(2)
  })

  test('a changed file is refused', async () => {
    await migrateOn({ name: 'test/3_c.sql', sql: 'select 1' })
    await expect(migrateOn({ name: 'test/3_c.sql', sql: 'select 2' })).rejects.toBeInstanceOf(
      ChangedMigration,
    )
  })

  test('one that fails leaves nothing of itself', async () => {
    const broken = { name: 'test/4_d.sql', sql: 'create table half (id int); select nonsense' }
    await expect(migrateOn(broken)).rejects.toThrow('nonsense')
    await expect(database.query('select from half')).rejects.toThrow('does not exist')
  })
})

describe.each(engines)('%s', (engine) => {
  test('a database of a newer version is refused before anything is written', async () => {
    const opened = await openTestDatabase(engine)
    const next = { name: 'public/20990101000000_next.sql', sql: 'create table next (id int)' }
    await migrate(opened.database, extendedBy(next))
    const older = { name: 'public/20980101000000_older.sql', sql: 'create table older (id int)' }
    const refused = migrate(opened.database, extendedBy(older))
    await expect(refused).rejects.toBeInstanceOf(NewerDatabase)
    await expect(refused).rejects.toThrow(next.name)
    await expect(opened.database.query('select from older')).rejects.toThrow('does not exist')
    await opened.remove()
  })
})

test('instances that start together on an empty database migrate it once', async () => {
  const empty = await createPostgresDatabase()
  const instances = Array.from({ length: 3 }, () => openPostgres({ url: empty.url, poolSize: 2 }))
  const applied = await Promise.all(instances.map((instance) => migrate(instance, schema)))
  const files = [...schema.migrations, ...schema.definitions]
  expect(applied.flat().sort()).toEqual(files.map(({ name }) => name).sort())
  await Promise.all(instances.map((instance) => instance.close()))
  await empty.remove()
})

/** The schema of a later version with these migrations. */
function extendedBy(...files: SqlFile[]): Schema {
  return { ...schema, migrations: [...schema.migrations, ...files] }
}
