import { afterEach, expect, test, vi } from 'vitest'
import { watchYear, yearOf } from './new-year.ts'

afterEach(() => vi.useRealTimers())

test('the year turns at midnight in the United Kingdom', () => {
  expect(yearOf(new Date('2026-12-31T23:59:59Z'))).toBe(2026)
  expect(yearOf(new Date('2027-01-01T00:00:00Z'))).toBe(2027)
})

test('pages are made anew once, within a minute of the turn', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T23:58:30Z') })
  let turns = 0
  const stop = watchYear(() => {
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
