// What the table API says while the database behind it changes, is slow or is away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#backend/database/database.ts'
import { tables } from '#backend/tables/tables.ts'
import { engines } from '#tests/support/databases.ts'
import { openTableApi, type TableApi } from '#tests/support/table-api.ts'

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
    await api.request('anon', '/plants')
  })
  afterAll(() => api.remove())

  const anon = (path: string, init?: RequestInit) => api.request('anon', path, init)

  describe('the catalogue', () => {
    test('a new column is known once the reload is announced', async () => {
      await api.database.query('alter table beds add column soil text')
      await api.database.query(`notify pgrst, 'reload schema'`)
      await expect.poll(async () => (await anon('/beds?select=soil&limit=1')).status).toBe(200)
    })

    test('a new table is found without an announcement', { timeout: 60_000 }, async () => {
      await api.database.query('create table tools (id integer primary key)')
      await api.database.query('grant select on tools to anon')
      await expect.poll(async () => (await anon('/tools')).status, { timeout: 5000 }).toBe(200)
    })
  })

  test('a table that is gone is not found, and soon not known', { timeout: 60_000 }, async () => {
    await api.database.query('create table passing (id integer primary key)')
    await api.database.query(`notify pgrst, 'reload schema'`)
    await expect.poll(async () => (await anon('/passing')).status).toBe(401)
    await api.database.query('drop table passing')
    const code = async () => (await (await anon('/passing')).json()).code
    expect(await code()).toBe('42P01')
    await expect.poll(code, { timeout: 8000 }).toBe('PGRST205')
  })

  test('a statement over its limit ends, and others go on', async () => {
    const response = await anon('/rpc/slow', { method: 'POST' })
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: '57014' })
    expect(api.failures).toHaveLength(1)
    // The embedded engine starts again, which a busy machine takes its time over.
    await expect.poll(async () => (await anon('/plants')).status, { timeout: 60_000 }).toBe(200)
  })

  test('a database that is away is said to be', async () => {
    const away: Database = {
      ...api.database,
      transaction: () => Promise.reject(new DatabaseUnavailable(new Error('no route to 10.0.0.7'))),
    }
    const app = tables({ database: away, keys: api.keys })
    const response = await app.request('/plants', { headers: api.headers('anon') })
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      code: 'PGRST001',
      message: 'Database client error. Retrying the connection.',
      details: null,
      hint: null,
    })
  })
})
