// Replies are not kept in memory. The worker once kept them: 6 MB for each minute at 30 requests a
// second. `npm run prove` shows an hour of it in tests/faults/soak.test.ts.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const megabyte = 1024 * 1024
const rowBytes = 100_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Without what other files of this worker have left to be collected. */
function residentMemory(): number {
  collectGarbage()
  return process.memoryUsage.rss() / megabyte
}

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

  test('reading 200 MB leaves less than 100 MB behind', async () => {
    await read(300)
    const before = residentMemory()
    await read(2_000)
    expect(residentMemory() - before).toBeLessThan(100)
  })
})
