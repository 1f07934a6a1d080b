// What was answered is not kept. The worker's replies once stayed in its memory for good: 6 MB for each
// minute of 30 requests a second. How flat an hour is, `npm run prove` shows in tests/faults/soak.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const megabyte = 1024 * 1024
const rowBytes = 100_000

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
  })
  afterAll(() => opened.remove())

  const read = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const { rows } = await opened.database.query<{ text: string }>(
        'select repeat($1, $2) as text',
        [String.fromCharCode(97 + (time % 26)), rowBytes],
      )
      expect(rows[0]?.text).toHaveLength(rowBytes)
    }
  }

  test('reading 200 MB leaves less than 60 MB behind', async () => {
    await read(300)
    const before = process.memoryUsage.rss()
    await read(2_000)
    expect((process.memoryUsage.rss() - before) / megabyte).toBeLessThan(60)
  })
})
