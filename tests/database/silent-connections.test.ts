// Connections to PostgreSQL that died without a word are noticed, replaced, and ended on the server.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#backend/database/database.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase } from '#tests/support/databases.ts'
import { type SilentProxy, throughSilentProxy } from '#tests/support/silent-proxy.ts'

let created: Awaited<ReturnType<typeof createPostgresDatabase>>
let proxy: SilentProxy
let database: Database
/** The same database without the proxy. */
let direct: Database
beforeEach(async () => {
  created = await createPostgresDatabase()
  direct = openPostgres({ url: created.url, poolSize: 2 })
  const through = await throughSilentProxy(created.url)
  proxy = through.proxy
  database = openPostgres({ url: through.url })
  await Promise.all(Array.from({ length: 10 }, () => database.query('select pg_sleep(0.1)')))
})
afterEach(async () => {
  await database.close()
  await direct.close()
  await proxy.close()
  await created.remove()
})

/** Process ids of the sessions that came through the proxy. */
async function sessions(): Promise<number[]> {
  const { rows } = await direct.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and application_name not in (select application_name from pg_stat_activity where pid = pg_backend_pid())`,
  )
  return rows.map(({ pid }) => pid)
}

test('a request on a silent connection is refused, and the next is answered', async () => {
  const before = await sessions()
  expect(before.length).toBeGreaterThanOrEqual(10)
  proxy.silence()
  await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => database.query(`select ${n}`)),
  )
  expect(answers).toHaveLength(20)
  // None of the old sessions keeps a slot of the server.
  await expect
    .poll(async () => (await sessions()).filter((pid) => before.includes(pid)))
    .toEqual([])
}, 20_000)

test('a transaction that is cut off in the middle leaves no lock behind', async () => {
  await direct.query('create table ledger (id int primary key)')
  const cutOff = database.transaction(async (tx) => {
    await tx.query('insert into ledger values (1)')
    proxy.silence()
    await tx.query('insert into ledger values (2)')
  })
  await expect(cutOff).rejects.toThrow(DatabaseUnavailable)
  await expect.poll(() => direct.query('insert into ledger values (1)')).toBeDefined()
  expect((await direct.query('select from ledger')).count).toBe(1)
}, 20_000)

test('a slow statement on a living connection is waited for', async () => {
  const { rows } = await database.query<{ done: string }>(`select pg_sleep(4), 'yes' as done`)
  expect(rows[0]?.done).toBe('yes')
  await expect(
    database.transaction((tx) => tx.query('select pg_sleep(9)'), { timeoutMs: 3_000 }),
  ).rejects.toMatchObject({ code: '57014' })
}, 20_000)

test('without any way to the server a statement ends with its limit', async () => {
  proxy.isOpen = false
  proxy.silence()
  const asked = database.transaction((tx) => tx.query('select 1'), { timeoutMs: 2_500 })
  await expect(asked).rejects.toThrow(DatabaseUnavailable)
  proxy.isOpen = true
  await expect.poll(() => database.query('select 1').catch(() => undefined)).toBeDefined()
}, 30_000)

test('a listener is told that it lost its connection, and hears again', async () => {
  const heard: string[] = []
  await database.listen('news', {
    onMessage: (text) => heard.push(text),
    onLost: () => heard.push('lost'),
    onReconnect: () => heard.push('again'),
  })
  proxy.silence()
  await direct.query(`select pg_notify('news', 'missed')`)
  await expect.poll(() => heard, { timeout: 15_000 }).toEqual(['lost', 'again'])
  await direct.query(`select pg_notify('news', 'heard')`)
  await expect.poll(() => heard).toEqual(['lost', 'again', 'heard'])
}, 30_000)

test('a database with silent connections closes', async () => {
  await database.listen('news', { onMessage() {}, onReconnect() {} })
  proxy.silence()
  await database.close()
  database = openPostgres({ url: created.url })
}, 10_000)
