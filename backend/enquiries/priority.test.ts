import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { intakePriority } from './priority.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())
const aMoment = () => vi.advanceTimersByTime(10)

function traffic() {
  const priority = intakePriority()
  const ends: (() => void)[] = []
  const pass = () => priority.run(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { priority, ends, pass }
}

async function isClear(waited: Promise<void>): Promise<boolean> {
  return Promise.race([
    waited.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ])
}

test('the priority is clear at once when nobody passes', async () => {
  expect(await isClear(intakePriority().yield(60_000))).toBe(true)
})

test('it is clear a moment after the last has passed', async () => {
  const { priority, ends, pass } = traffic()
  const passing = [pass(), pass()]
  const waited = priority.yield(60_000)
  ends[0]?.()
  await passing[0]
  aMoment()
  expect(await isClear(waited)).toBe(false)
  ends[1]?.()
  await passing[1]
  expect(await isClear(waited)).toBe(false)
  aMoment()
  expect(await isClear(waited)).toBe(true)
})

test('one that fails has passed too', async () => {
  const { priority } = traffic()
  await expect(priority.run(() => Promise.reject(new Error('full disk')))).rejects.toThrow(
    'full disk',
  )
  aMoment()
  expect(await isClear(priority.yield(60_000))).toBe(true)
})

test('nobody waits for ever', async () => {
  const { priority, pass } = traffic()
  void pass()
  const waited = priority.yield(1)
  vi.advanceTimersByTime(1)
  await waited
  expect(await isClear(priority.yield(60_000))).toBe(false)
})
