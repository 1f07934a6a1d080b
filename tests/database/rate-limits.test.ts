import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { limits } from '#backend/limits/limits.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())

  const perHour = { burst: 3, count: 6, perMs: 3_600_000 }
  const allowedOf = async (times: number, take: () => Promise<{ allowed: boolean }>) => {
    const verdicts = await Promise.all(Array.from({ length: times }, take))
    return verdicts.filter(({ allowed }) => allowed).length
  }

  test('a burst passes and the next one waits for a refill', async () => {
    const { take } = limits(database, { scale: 1 })
    expect(await allowedOf(3, () => take('burst', 'a', perHour))).toBe(3)
    const refused = await take('burst', 'a', perHour)
    expect(refused.allowed).toBe(false)
    expect(refused.retryAfterSeconds).toBeGreaterThan(590)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600)
  })

  test('callers at the same moment never take more than the burst', async () => {
    const one = limits(database, { scale: 1 })
    const other = limits(database, { scale: 1 })
    let turn = 0
    const take = () => (turn++ % 2 ? one : other).take('race', 'a', perHour)
    expect(await allowedOf(20, take)).toBe(3)
  })

  test('keys and buckets do not share', async () => {
    const { take } = limits(database, { scale: 1 })
    const single = { burst: 1, count: 1, perMs: 60_000 }
    expect((await take('x', 'a', single)).allowed).toBe(true)
    expect((await take('x', 'b', single)).allowed).toBe(true)
    expect((await take('y', 'a', single)).allowed).toBe(true)
    expect((await take('x', 'a', single)).allowed).toBe(false)
  })

  test('several keys are taken from at once, and who comes twice counts twice', async () => {
    const { take, takeEach } = limits(database, { scale: 1 })
    await takeEach('each', ['b', 'b', 'b'], perHour)
    const verdicts = await takeEach('each', ['a', 'b', 'a', 'c', 'a', 'a'], perHour)
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, false, true, true, true, false])
    expect(verdicts[1]?.retryAfterSeconds).toBeGreaterThan(590)
    expect((await take('each', 'c', perHour)).allowed).toBe(true)
  })

  test('a bucket refills with time', async () => {
    const { take } = limits(database, { scale: 1 })
    const quick = { burst: 1, count: 1, perMs: 150 }
    expect((await take('quick', 'a', quick)).allowed).toBe(true)
    expect((await take('quick', 'a', quick)).allowed).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await take('quick', 'a', quick)).allowed).toBe(true)
  })

  test('a caller who waited for the row does not fill the bucket again', async () => {
    const { take } = limits(database, { scale: 1 })
    expect(await allowedOf(4, () => take('waited', 'a', perHour))).toBe(3)
    // As a statement sees it whose clock was read before the one that took the first token.
    await database.query(
      `update internal.rate_limits set full_at = full_at + interval '5 seconds' where bucket = 'waited'`,
    )
    expect((await take('waited', 'a', perHour)).allowed).toBe(false)
  })

  test('a clock that was set back refuses nobody for days', async () => {
    const { take } = limits(database, { scale: 1 })
    expect(await allowedOf(4, () => take('clock', 'a', perHour))).toBe(3)
    await database.query(
      `update internal.rate_limits set full_at = full_at + interval '2 days' where bucket = 'clock'`,
    )
    expect((await take('clock', 'a', perHour)).allowed).toBe(true)
  })

  test('the scale multiplies a limit', async () => {
    const { take } = limits(database, { scale: 2 })
    expect(await allowedOf(10, () => take('double', 'a', perHour))).toBe(6)
  })

  test('a scale of 0 switches limits off', async () => {
    const { take } = limits(database, { scale: 0 })
    expect(await allowedOf(50, () => take('off', 'a', perHour))).toBe(50)
  })

  test('full buckets are forgotten', async () => {
    const { take } = limits(database, { scale: 1 })
    await take('old', 'a', { burst: 1, count: 1000, perMs: 1000 })
    await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        take('many', String(i % 2), { burst: 1, count: 1, perMs: 60_000 }),
      ),
    )
    const { count } = await database.query(
      "select from internal.rate_limits where bucket = 'old' and key = 'a'",
    )
    expect(count).toBe(0)
  })
})
