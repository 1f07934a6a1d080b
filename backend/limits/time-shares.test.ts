import { expect, test } from 'vitest'
import { ShareUsedUp, timeShares } from './time-shares.ts'

const share = { burstMs: 1000, portion: 0.1, atOnce: 1 }

function startShares(scale = 1) {
  const clock = { now: 1_000_000 }
  const shares = timeShares({ scale, now: () => clock.now })
  const use = (key: string, ms: number) =>
    shares.use(key, share, async (spent) => {
      clock.now += ms
      spent(ms)
      return ms
    })
  return { clock, shares, use }
}

test('who has used the burst waits until some has come back', async () => {
  const { clock, use } = startShares()
  await use('a', 900)
  await use('a', 900)
  const refusal = await use('a', 1).catch((error) => error)
  expect(refusal).toBeInstanceOf(ShareUsedUp)
  clock.now += refusal.retryAfterSeconds * 1000
  expect(await use('a', 1)).toBe(1)
})

test('one who waits does not hold up another', async () => {
  const { use } = startShares()
  await use('a', 5000)
  await expect(use('a', 1)).rejects.toThrow(ShareUsedUp)
  expect(await use('b', 1)).toBe(1)
})

test('statements of one caller run one after the other, and those after a costly one not at all', async () => {
  const { use } = startShares()
  const all = await Promise.allSettled([use('a', 10), use('a', 5000), use('a', 10), use('a', 10)])
  expect(all.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  ])
})

test('a statement that fails gives way to the next', async () => {
  const { shares, use } = startShares()
  const failing = shares.use('a', share, async () => Promise.reject(new Error('no such table')))
  const next = use('a', 1)
  await expect(failing).rejects.toThrow('no such table')
  expect(await next).toBe(1)
})

test('as many run at once as the share says', async () => {
  const { shares } = startShares()
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const two = { ...share, atOnce: 2 }
  await Promise.all(Array.from({ length: 9 }, () => shares.use('a', two, work)))
  expect(most).toBe(2)
})

test('the line of one caller has an end', async () => {
  const { use } = startShares()
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => use('a', 1)))
  expect(all.filter(({ status }) => status === 'rejected').length).toBe(29)
})

test('a scale of 0 counts nothing', async () => {
  const { use } = startShares(0)
  await use('a', 50_000)
  expect(await use('a', 50_000)).toBe(50_000)
})
