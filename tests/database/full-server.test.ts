// Other applications hold every connection slot of the PostgreSQL server: requests share the pool's
// own.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, sqlState } from '#backend/database/database.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresServer, type PostgresServer } from '#tools/postgres-server.ts'

let server: PostgresServer
let database: Database
let others: pg.Client[] = []
beforeAll(async () => {
  server = await createPostgresServer({
    settings: { max_connections: '12', superuser_reserved_connections: '1' },
  })
})
afterAll(() => server.remove())
afterEach(async () => {
  await leave()
  await database.close()
})

/** Opens connections until the server refuses one. */
async function takeEverySlot(): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: server.url('postgres') })
    client.on('error', () => {})
    const refusal = await client.connect().then(
      () => undefined,
      (error) => sqlState(error),
    )
    if (refusal === undefined) others.push(client)
    else {
      expect(refusal).toBe('53300')
      return
    }
  }
}

async function leave(): Promise<void> {
  await Promise.all(others.map((client) => client.end()))
  others = []
}

const askMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      database.transaction(async (tx) => {
        await tx.query('select pg_sleep(0.02)')
        const { rows } = await tx.query<{ n: number }>('select $1::int as n', [n])
        return rows[0]?.n
      }),
    ),
  )

test.each([1, 3])('thirty requests share the %i connections that we hold', async (held) => {
  database = openPostgres({ url: server.url('postgres') })
  await Promise.all(Array.from({ length: held }, () => database.query('select pg_sleep(0.2)')))
  expect(database.connections().open).toBe(held)
  await takeEverySlot()
  expect(await askMany(30)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect(database.connections().open).toBe(held)
})

test('the pool grows again when there is room', async () => {
  database = openPostgres({ url: server.url('postgres') })
  await database.query('select 1')
  await takeEverySlot()
  await askMany(5)
  await leave()
  await expect
    .poll(async () => {
      await askMany(5)
      return database.connections().open
    })
    .toBeGreaterThan(1)
})

test('with no connection of our own a request is refused, not hung', async () => {
  database = openPostgres({ url: server.url('postgres') })
  await takeEverySlot()
  await expect(database.query('select 1')).rejects.toThrow('The database cannot be reached')
})
