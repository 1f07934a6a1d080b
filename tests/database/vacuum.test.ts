import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { vacuumTables } from '#backend/database/embedded/vacuum.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

let opened: TestDatabase
let database: Database

beforeAll(async () => {
  opened = await openTestDatabase('embedded')
  database = opened.database
  await database.query('create table notes (id bigserial primary key, body text not null)')
  await vacuumTables(database)
})
afterAll(() => opened.remove())

async function addNotes(count: number): Promise<void> {
  await database.query(
    `insert into notes (body) select repeat('x', 400) from generate_series(1, $1)`,
    [count],
  )
  // Statistics are otherwise flushed once a second, perhaps during a later test.
  await database.query('select pg_stat_force_next_flush()')
}

async function pages(): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select pg_relation_size('notes') as bytes`,
  )
  return (rows[0]?.bytes ?? 0) / 8192
}

test('a table that has changed much is cleaned and measured, once', async () => {
  await addNotes(2000)
  expect(await vacuumTables(database)).toEqual(['public.notes'])
  const { rows } = await database.query(
    `select reltuples::int from pg_class where oid = 'notes'::regclass`,
  )
  expect(rows).toEqual([{ reltuples: 2000 }])
  expect(await vacuumTables(database)).toEqual([])
})

test('the room of deleted rows is used again', async () => {
  const before = await pages()
  for (let round = 0; round < 5; round += 1) {
    await database.query('delete from notes')
    await vacuumTables(database)
    await addNotes(2000)
  }
  expect(await pages()).toBeLessThan(before * 1.5)
})

test('a little change is left alone', async () => {
  await vacuumTables(database)
  await addNotes(100)
  expect(await vacuumTables(database)).toEqual([])
})
