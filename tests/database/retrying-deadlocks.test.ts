import { describe, expect, test } from 'vitest'
import type { Database, Queryable } from '#backend/database/database.ts'
import { retryingDeadlocks } from '#backend/database/retrying-deadlocks.ts'
import { openTestDatabase } from '#tests/support/databases.ts'

describe('two transactions that wait for each other', () => {
  async function meet(wrap: (database: Database) => Database) {
    const opened = await openTestDatabase('postgres')
    const database = wrap(opened.database)
    await database.query('create table public.met (id int primary key, visits int not null)')
    await database.query('insert into public.met values (1, 0), (2, 0)')
    const visit = (tx: Queryable, id: number) =>
      tx.query('update public.met set visits = visits + 1 where id = $1', [id])
    let arrived = 0
    let goOn = () => {}
    const both = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const walk = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await visit(tx, first)
        arrived += 1
        if (arrived === 2) goOn()
        await both
        await visit(tx, second)
      })
    const outcomes = await Promise.allSettled([walk(1, 2), walk(2, 1)])
    const { rows } = await database.query<{ visits: number }>('select visits from public.met')
    await opened.remove()
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    return { failures, rows }
  }

  test('end with one of them undone', async () => {
    expect((await meet((database) => database)).failures).toEqual(['error: deadlock detected'])
  })

  test('both succeed, once each, where the one that was undone is repeated', async () => {
    const { failures, rows } = await meet(retryingDeadlocks)
    expect(failures).toEqual([])
    expect(rows).toEqual([{ visits: 2 }, { visits: 2 }])
  })
})

test('what fails for another reason is not repeated', async () => {
  let times = 0
  const failing = {
    transaction: async () => {
      times += 1
      throw Object.assign(new Error('duplicate key'), { code: '23505' })
    },
  } as unknown as Database
  await expect(retryingDeadlocks(failing).transaction(async () => {})).rejects.toThrow('duplicate')
  expect(times).toBe(1)
})
