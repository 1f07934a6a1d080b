import { expect, test } from 'vitest'
import { BrokenOff, breakable } from './breakable.ts'

const megabyte = 1024 * 1024

test('what was read is not held until the end', async () => {
  async function* pieces() {
    for (let at = 0; at < 100; at += 1) {
      // A turn of the loop, in which what nobody holds can be collected.
      await new Promise((resolve) => setImmediate(resolve))
      yield new Uint8Array(8 * megabyte)
    }
  }
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for await (const _ of breakable(pieces(), new AbortController().signal)) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(most).toBeLessThan(500 * megabyte)
})

test('it breaks off while nothing arrives, and before the first read', async () => {
  const silent: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
  }
  const breaking = new AbortController()
  const reading = breakable(silent, breaking.signal)[Symbol.asyncIterator]().next()
  breaking.abort()
  await expect(reading).rejects.toThrow(BrokenOff)
  const late = breakable(silent, breaking.signal)[Symbol.asyncIterator]().next()
  await expect(late).rejects.toThrow(BrokenOff)
})
