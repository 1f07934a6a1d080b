import { expect, test } from 'vitest'
import type { Queryable } from '../database/database.ts'
import type { Limits } from '../limits/limits.ts'
import { mayThank, type Thanks } from './thank-you-limits.ts'

const database = { transaction: <T>(work: (tx: Queryable) => Promise<T>) => work({} as Queryable) }
const first: Thanks = { email: 'Ann@visitors.test', tries: 0, lastError: null }

/** Refuses the buckets that are named, and remembers who was counted. */
function limitsWithout(...empty: string[]) {
  const taken: [bucket: string, key: string][] = []
  const take: Limits['take'] = async (bucket, key) => {
    taken.push([bucket, key])
    return empty.includes(bucket)
      ? { allowed: false, retryAfterSeconds: 60 }
      : { allowed: true, retryAfterSeconds: 0 }
  }
  return { limits: { take }, taken }
}

test('an address that has had several gets no more, and takes none from the others', async () => {
  const { limits, taken } = limitsWithout('thank-you-email')
  expect(await mayThank(database, limits, first)).toBe(false)
  expect(taken).toHaveLength(1)
})

test('an address is one in any case, and is not kept', async () => {
  const { limits, taken } = limitsWithout()
  expect(await mayThank(database, limits, first)).toBe(true)
  expect(await mayThank(database, limits, { ...first, email: 'ann@VISITORS.test' })).toBe(true)
  expect(taken[0]).toEqual(taken[2])
  expect(JSON.stringify(taken)).not.toMatch(/visitors/i)
})

test('over the limit of all it waits, and asks again at its next try', async () => {
  const over = limitsWithout('thank-you-emails').limits
  const error: Error = await mayThank(database, over, first).then(
    () => Promise.reject(new Error('sent')),
    (refusal) => refusal,
  )
  expect(error.message).toContain('this one waits')
  const again = { ...first, tries: 1, lastError: error.message }
  await expect(mayThank(database, over, again)).rejects.toThrow(error.message)
  const { limits, taken } = limitsWithout()
  expect(await mayThank(database, limits, again)).toBe(true)
  expect(taken).toHaveLength(2)
})

test('what was counted is not counted again because the mail server was away', async () => {
  const { limits, taken } = limitsWithout('thank-you-email', 'thank-you-emails')
  const again = { ...first, tries: 4, lastError: 'connect ECONNREFUSED' }
  expect(await mayThank(database, limits, again)).toBe(true)
  expect(taken).toEqual([])
})
