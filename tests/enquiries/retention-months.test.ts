// Calendar months: at the end of a month nothing is erased too early.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { enquiryRetentionWorker } from '#backend/enquiries/retention-worker.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const log = { info() {}, warn() {}, error() {} }

/** The current time, the retention in months, and the time before which copies are removed. */
const monthEnds: [string, number, string][] = [
  ['2027-03-31T04:00:00Z', 1, '2027-02-28T04:00:00Z'],
  ['2027-03-30T04:00:00Z', 1, '2027-02-28T04:00:00Z'],
  ['2027-03-28T04:00:00Z', 1, '2027-02-28T04:00:00Z'],
  ['2028-03-31T04:00:00Z', 1, '2028-02-29T04:00:00Z'],
  ['2028-02-29T04:00:00Z', 12, '2027-02-28T04:00:00Z'],
  ['2028-02-29T04:00:00Z', 24, '2026-02-28T04:00:00Z'],
  ['2026-12-31T23:59:59Z', 1, '2026-11-30T23:59:59Z'],
  ['2026-05-31T00:00:00Z', 6, '2025-11-30T00:00:00Z'],
  ['2026-01-31T12:00:00Z', 24, '2024-01-31T12:00:00Z'],
  ['2026-07-31T12:00:00Z', 25, '2024-06-30T12:00:00Z'],
  ['2026-11-15T12:00:00Z', 24, '2024-11-15T12:00:00Z'],
]

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
  })
  afterAll(() => opened.remove())
  afterEach(() => void vi.useRealTimers())

  test.each(monthEnds)('at %s, %d months before is %s', async (now, retentionMonths, before) => {
    const { database } = opened
    const erased: Date[] = []
    const removeOutboxMailsOf = async (olderThan: Date) => void erased.push(olderThan)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    const { run } = enquiryRetentionWorker({
      database,
      retentionMonths: () => retentionMonths,
      log,
      removeOutboxMailsOf,
    })
    const job = { id: '', kind: '', payload: {}, tries: 0 }
    await run(job, new AbortController().signal)
    expect(erased).toEqual([new Date(before)])
    // The database erases by its own month arithmetic, which agrees.
    const { rows } = await database.query(
      `select ($1::timestamptz at time zone 'utc' - make_interval(months => $2))
         at time zone 'utc' as before`,
      [now, retentionMonths],
    )
    expect(rows).toEqual([{ before: new Date(before) }])
  })
})
