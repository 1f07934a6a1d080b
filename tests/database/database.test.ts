// What both engines promise to the code above them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, type Queryable, sqlState } from '#backend/database/database.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
    await database.query('create table notes (id bigserial primary key, body text not null)')
  })
  afterAll(() => opened.remove())

  test('values arrive as the same TypeScript types', async () => {
    const { rows } = await database.query(
      `select 9007199254740991::bigint as big, '2026-02-03'::date as day, 1.5::numeric as amount,
              '2026-02-03T04:05:06Z'::timestamptz as moment, '2026-02-03 04:05:06'::timestamp as utc,
              '{"a":[1]}'::jsonb as json, '\\x00ff'::bytea as bytes, array[1,2] as list, null as nothing`,
    )
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      day: '2026-02-03',
      amount: '1.5',
      moment: new Date('2026-02-03T04:05:06Z'),
      utc: new Date('2026-02-03T04:05:06Z'),
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
      list: [1, 2],
      nothing: null,
    })
  })

  test('an SQL error carries its state and leaves the connection usable', async () => {
    const error = await database.query('insert into notes (body) values (null)').catch((e) => e)
    expect(sqlState(error)).toBe('23502')
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test.each(['XX000', '53200', '26000'])(
    'after an error %s inside it the session is new',
    async (code) => {
      await database.query(`insert into notes (body) values ('kept through ${code}')`)
      const marked = database.transaction(async (tx) => {
        await tx.query(`create temporary table mark_${code.toLowerCase()} ()`)
        await tx.query('commit')
        await tx.query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
      })
      expect(sqlState(await marked.catch((error) => error))).toBe(code)
      const all = await Promise.all(
        Array.from({ length: 12 }, () =>
          database.query(`select to_regclass('pg_temp.mark_${code.toLowerCase()}') as mark`),
        ),
      )
      expect(all.map(({ rows }) => rows[0])).toEqual(Array(12).fill({ mark: null }))
      const kept = await database.query('select from notes where body = $1', [
        `kept through ${code}`,
      ])
      expect(kept.count).toBe(1)
    },
  )

  test('a transaction that fails leaves nothing behind', async () => {
    const failure = new Error('changed my mind')
    const attempt = database.transaction(async (tx) => {
      await tx.query("insert into notes (body) values ('lost')")
      throw failure
    })
    await expect(attempt).rejects.toBe(failure)
    expect((await database.query("select from notes where body = 'lost'")).count).toBe(0)
  })

  test('a transaction that fails before its first statement leaves the connection usable', async () => {
    const attempt = database.transaction(async () => Promise.reject(new Error('not even begun')))
    await expect(attempt).rejects.toThrow('not even begun')
    const { rows } = await database.query('select now() = statement_timestamp() as is_outside')
    expect(rows).toEqual([{ is_outside: true }])
  })

  test('statements sent together are answered in order, and fail together', async () => {
    const name = 'echo-together'
    const echo = (tx: Queryable, text: string) =>
      tx.query<{ text: string }>('select $1::text as text', [text], { name })
    const texts = await database.transaction((tx) =>
      Promise.all(['a', 'b', 'c'].map(async (text) => (await echo(tx, text)).rows[0]?.text)),
    )
    expect(texts).toEqual(['a', 'b', 'c'])

    const attempt = database.transaction((tx) =>
      Promise.all([
        tx.query("insert into notes (body) values ('together')"),
        tx.query('insert into notes (body) values (null)'),
        tx.query("insert into notes (body) values ('together')"),
      ]),
    )
    expect(sqlState(await attempt.catch((e) => e))).toBe('23502')
    expect((await database.query("select from notes where body = 'together'")).count).toBe(0)
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('transactions that run at once do not mix', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        database.transaction(async (tx) => {
          await tx.query('insert into notes (body) values ($1)', [`part ${i}`])
          if (i % 2) throw new Error('odd ones fail')
        }),
      ).map((attempt) => attempt.catch(() => {})),
    )
    expect((await database.query("select from notes where body like 'part %'")).count).toBe(10)
  })

  test('a statement over its limit is ended and others go on', async () => {
    const slow = database.transaction(
      (tx) => tx.query('select count(*) from generate_series(1, 400000000)'),
      { timeoutMs: 300 },
    )
    const error = await slow.catch((e) => e)
    expect(sqlState(error)).toBe('57014')
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a listener hears what a transaction committed', async () => {
    const heard: string[] = []
    await database.listen('news', { onMessage: (text) => heard.push(text), onReconnect() {} })
    await database
      .transaction(async (tx) => {
        await tx.query("select pg_notify('news', 'rolled back')")
        throw new Error('no news')
      })
      .catch(() => {})
    await database.query("select pg_notify('news', 'committed')")
    await expect.poll(() => heard).toEqual(['committed'])
  })

  test('a close waits for the statement that runs, and ends', async () => {
    const other = await openTestDatabase(engine)
    const running = other.database.query('select pg_sleep(0.2)')
    // Until the connection is made, there is nothing to wait for.
    await expect.poll(() => other.database.connections().open).toBe(1)
    await other.remove()
    expect((await running).count).toBe(1)
  })
})
