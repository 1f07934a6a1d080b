import { expect, test } from 'vitest'
import type { Limits } from '../limits/limits.ts'
import { mayThank } from './thank-you-limits.ts'

const first = { isFirstTry: true }

/** Refuses the buckets that are named, and remembers who was counted. */
function limitsWithout(...empty: string[]) {
  const taken: [bucket: string, key: string][] = []
  const limits: Limits = {
    async take(bucket, key) {
      taken.push([bucket, key])
      return empty.includes(bucket)
        ? { allowed: false, retryAfterSeconds: 60 }
        : { allowed: true, retryAfterSeconds: 0 }
    },
    takeEach: () => Promise.reject(new Error('not asked')),
  }
  return { limits, taken }
}

test('an address that has had several gets no more, and takes none from the others', async () => {
  const { limits, taken } = limitsWithout('thank-you-email')
  expect(await mayThank(limits, 'Ann@visitors.test', first)).toBe(false)
  expect(taken).toHaveLength(1)
})

test('an address is one in any case, and is not kept', async () => {
  const { limits, taken } = limitsWithout()
  expect(await mayThank(limits, 'Ann@visitors.test', first)).toBe(true)
  expect(await mayThank(limits, 'ann@VISITORS.test', first)).toBe(true)
  expect(taken[0]).toEqual(taken[2])
  expect(JSON.stringify(taken)).not.toMatch(/visitors/i)
})

test('over the limit of all it waits, and another try is not counted for the address again', async () => {
  const { limits, taken } = limitsWithout('thank-you-emails')
  await expect(mayThank(limits, 'ann@visitors.test', first)).rejects.toThrow('this one waits')
  await expect(mayThank(limits, 'ann@visitors.test', { isFirstTry: false })).rejects.toThrow()
  expect(taken.filter(([bucket]) => bucket === 'thank-you-email')).toHaveLength(1)
})
