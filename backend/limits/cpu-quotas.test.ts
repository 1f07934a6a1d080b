import { expect, test } from 'vitest'
import { cpuQuotas, QuotaExceeded } from './cpu-quotas.ts'

const quota = { burstMs: 1000, portion: 0.1, maxConcurrent: 1 }

function startQuotas(scale = 1) {
  const clock = { now: 1_000_000 }
  const quotas = cpuQuotas({ scale, now: () => clock.now })
  const use = (key: string, ms: number) =>
    quotas.use(key, quota, async (spent) => {
      clock.now += ms
      spent(ms)
      return ms
    })
  return { clock, quotas, use }
}

test('who has used the burst waits until some has come back', async () => {
  const { clock, use } = startQuotas()
  await use('a', 900)
  await use('a', 900)
  const refusal = await use('a', 1).catch((error) => error)
  expect(refusal).toBeInstanceOf(QuotaExceeded)
  clock.now += refusal.retryAfterSeconds * 1000
  expect(await use('a', 1)).toBe(1)
})

test('one who waits does not hold up another', async () => {
  const { use } = startQuotas()
  await use('a', 5000)
  await expect(use('a', 1)).rejects.toThrow(QuotaExceeded)
  expect(await use('b', 1)).toBe(1)
})

test('statements of one caller run one after the other, and those after a costly one not at all', async () => {
  const { use } = startQuotas()
  const all = await Promise.allSettled([use('a', 10), use('a', 5000), use('a', 10), use('a', 10)])
  expect(all.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  ])
})

test('a statement that fails gives way to the next', async () => {
  const { quotas, use } = startQuotas()
  const failing = quotas.use('a', quota, async () => Promise.reject(new Error('no such table')))
  const next = use('a', 1)
  await expect(failing).rejects.toThrow('no such table')
  expect(await next).toBe(1)
})

test('as many run at once as the quota says', async () => {
  const { quotas } = startQuotas()
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const two = { ...quota, maxConcurrent: 2 }
  await Promise.all(Array.from({ length: 9 }, () => quotas.use('a', two, work)))
  expect(most).toBe(2)
})

test('the line of one caller has an end', async () => {
  const { use } = startQuotas()
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => use('a', 1)))
  expect(all.filter(({ status }) => status === 'rejected').length).toBe(29)
})

test('a scale of 0 counts nothing', async () => {
  const { use } = startQuotas(0)
  await use('a', 50_000)
  expect(await use('a', 50_000)).toBe(50_000)
})
