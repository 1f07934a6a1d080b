import { afterEach, expect, test, vi } from 'vitest'
import { watchDay, yearOf } from './new-day.ts'

afterEach(() => vi.useRealTimers())

test('the year turns at midnight in the United Kingdom', () => {
  expect(yearOf(new Date('2026-12-31T23:59:59Z'))).toBe(2026)
  expect(yearOf(new Date('2027-01-01T00:00:00Z'))).toBe(2027)
})

test.each([
  ['in winter', '2026-12-31T23:58:40Z'],
  ['in summer', '2026-06-30T22:58:40Z'],
])('pages are made anew once a day, within a minute of midnight %s', (_when, before) => {
  vi.useFakeTimers({ now: new Date(before) })
  let turns = 0
  const stop = watchDay(() => {
    turns += 1
  })
  vi.advanceTimersByTime(60_000)
  expect(turns).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(turns).toBe(1)
  vi.advanceTimersByTime(3_600_000)
  expect(turns).toBe(1)
  stop()
})
