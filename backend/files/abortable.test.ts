import { expect, test } from 'vitest'
import { abortable } from './abortable.ts'

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
  for await (const _ of abortable(pieces(), new AbortController().signal)) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(most).toBeLessThan(500 * megabyte)
})

test('it aborts while nothing arrives, and before the first read', async () => {
  const silent: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
  }
  const aborting = new AbortController()
  const reason = new Error('enough')
  const reading = abortable(silent, aborting.signal)[Symbol.asyncIterator]().next()
  aborting.abort(reason)
  await expect(reading).rejects.toBe(reason)
  const late = abortable(silent, aborting.signal)[Symbol.asyncIterator]().next()
  await expect(late).rejects.toBe(reason)
})
