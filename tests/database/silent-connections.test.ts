// Connections to PostgreSQL that died silently are detected, replaced, and terminated on the server.
import { test as base, describe } from 'vitest'
import { type Database, DatabaseUnavailable } from '#backend/database/database.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase } from '#tests/support/databases.ts'
import { type SilentProxy, throughSilentProxy } from '#tests/support/silent-proxy.ts'

interface Places {
  /** Of the proxy. */
  url: string
  proxy: SilentProxy
  /** Ten connections through the proxy. */
  database: Database
  /** The same database without the proxy. */
  direct: Database
  /** Process ids of the sessions that came through the proxy. */
  sessions(): Promise<number[]>
}

/** Each test has its own: they mostly wait, and do so at once. */
const test = base.extend<{ places: Places }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures here.
  places: async ({}, use) => {
    const created = await createPostgresDatabase()
    const direct = openPostgres({ url: created.url, poolSize: 2 })
    const { url, proxy } = await throughSilentProxy(created.url)
    const database = openPostgres({ url })
    await Promise.all(Array.from({ length: 10 }, () => database.query('select pg_sleep(0.1)')))
    await use({ url, proxy, database, direct, sessions: () => readSessions(direct) })
    await database.close()
    await direct.close()
    await proxy.close()
    await created.remove()
  },
})

async function readSessions(direct: Database): Promise<number[]> {
  const { rows } = await direct.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and application_name not in (select application_name from pg_stat_activity where pid = pg_backend_pid())`,
  )
  return rows.map(({ pid }) => pid)
}

describe.concurrent('a connection that has died silently', () => {
  test('a request on a silent connection is refused, and the next is answered', async ({
    places,
    expect,
  }) => {
    const { database, proxy, sessions } = places
    const before = await sessions()
    expect(before.length).toBeGreaterThanOrEqual(10)
    proxy.silence()
    await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => database.query(`select ${n}`)),
    )
    expect(answers).toHaveLength(20)
    // No old session keeps a connection slot.
    await expect
      .poll(async () => (await sessions()).filter((pid) => before.includes(pid)))
      .toEqual([])
  }, 60_000)

  test('a transaction that is cut off in the middle leaves no lock behind', async ({
    places,
    expect,
  }) => {
    const { database, direct, proxy } = places
    await direct.query('create table ledger (id int primary key)')
    const cutOff = database.transaction(async (tx) => {
      await tx.query('insert into ledger values (1)')
      proxy.silence()
      await tx.query('insert into ledger values (2)')
    })
    await expect(cutOff).rejects.toThrow(DatabaseUnavailable)
    await expect.poll(() => direct.query('insert into ledger values (1)')).toBeDefined()
    expect((await direct.query('select from ledger')).count).toBe(1)
  }, 60_000)

  test('a slow statement on a living connection is waited for', async ({ places, expect }) => {
    const { database } = places
    const { rows } = await database.query<{ done: string }>(`select pg_sleep(4), 'yes' as done`)
    expect(rows[0]?.done).toBe('yes')
    await expect(
      database.transaction((tx) => tx.query('select pg_sleep(9)'), { timeoutMs: 3_000 }),
    ).rejects.toMatchObject({ code: '57014' })
  }, 60_000)

  test('without any way to the server a statement ends with its limit', async ({
    places,
    expect,
  }) => {
    const { database, proxy } = places
    proxy.isOpen = false
    proxy.silence()
    const asked = database.transaction((tx) => tx.query('select 1'), { timeoutMs: 2_500 })
    await expect(asked).rejects.toThrow(DatabaseUnavailable)
    proxy.isOpen = true
    await expect.poll(() => database.query('select 1').catch(() => undefined)).toBeDefined()
  }, 60_000)

  test('a listener is told that it lost its connection, and hears again', async ({
    places,
    expect,
  }) => {
    const { database, direct, proxy } = places
    const heard: string[] = []
    await database.listen('news', {
      onMessage: (text) => heard.push(text),
      onLost: () => heard.push('lost'),
      onReconnect: () => heard.push('again'),
    })
    proxy.silence()
    await direct.query(`select pg_notify('news', 'missed')`)
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['lost', 'again'])
    await direct.query(`select pg_notify('news', 'heard')`)
    await expect.poll(() => heard).toEqual(['lost', 'again', 'heard'])
  }, 60_000)

  test('does not hold up a close', async ({ places }) => {
    const { url, proxy } = places
    const closing = openPostgres({ url })
    await closing.listen('news', { onMessage() {}, onReconnect() {} })
    proxy.silence()
    await closing.close()
  }, 60_000)
})
