import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rightOfWay } from './right-of-way.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())
const aMoment = () => vi.advanceTimersByTime(10)

function traffic() {
  const road = rightOfWay()
  const ends: (() => void)[] = []
  const pass = () => road.pass(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { road, ends, pass }
}

async function isClear(waited: Promise<void>): Promise<boolean> {
  return Promise.race([
    waited.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ])
}

test('the road is clear at once when nobody passes', async () => {
  expect(await isClear(rightOfWay().clear(60_000))).toBe(true)
})

test('it is clear a moment after the last has passed', async () => {
  const { road, ends, pass } = traffic()
  const passing = [pass(), pass()]
  const waited = road.clear(60_000)
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
  const { road } = traffic()
  await expect(road.pass(() => Promise.reject(new Error('full disk')))).rejects.toThrow('full disk')
  aMoment()
  expect(await isClear(road.clear(60_000))).toBe(true)
})

test('nobody waits for ever', async () => {
  const { road, pass } = traffic()
  void pass()
  const waited = road.clear(1)
  vi.advanceTimersByTime(1)
  await waited
  expect(await isClear(road.clear(60_000))).toBe(false)
})
