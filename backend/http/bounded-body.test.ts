import { expect, test } from 'vitest'
import { readBounded } from './bounded-body.ts'

const bodyOf = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

test('a body within the limit is read whole', async () => {
  const read = await readBounded(bodyOf('12', '345'), 5)
  expect(new TextDecoder().decode(read)).toBe('12345')
})

test('no body is an empty one', async () => {
  expect(await readBounded(null, 5)).toEqual(new Uint8Array())
})

test('the rest of a body beyond the limit is not waited for', async () => {
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(4)),
    cancel() {
      isCancelled = true
    },
  })
  expect(await readBounded(endless, 5)).toBeUndefined()
  expect(isCancelled).toBe(true)
})
