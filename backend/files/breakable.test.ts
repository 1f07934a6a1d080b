import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { BrokenOff, breakable } from './breakable.ts'

const megabyte = 1024 * 1024

test('what was read is not held until the end', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  async function* pieces() {
    for (let at = 0; at < 100; at += 1) yield new Uint8Array(megabyte)
  }
  collect()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  let count = 0
  for await (const piece of breakable(pieces(), new AbortController().signal)) {
    count += piece.length / megabyte
    if (count % 20 > 0) continue
    // Pieces are collected a moment after the last promise that named them.
    await new Promise((resolve) => setTimeout(resolve))
    collect()
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(count).toBe(100)
  expect(most).toBeLessThan(40 * megabyte)
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
