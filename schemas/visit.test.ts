import { expect, test } from 'vitest'
import { dayAndClock, timeInZone } from './visit.ts'

test.each([
  ['2026-07-01', '09:30', '2026-07-01T08:30:00.000Z'],
  ['2026-12-01', '09:30', '2026-12-01T09:30:00.000Z'],
  // The days on which the clocks change.
  ['2026-03-29', '00:30', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25', '02:30', '2026-10-25T02:30:00.000Z'],
])('%s at %s in Britain is %s', (day, clock, utc) => {
  expect(timeInZone(day, clock)?.toISOString()).toBe(utc)
  expect(dayAndClock(new Date(utc))).toEqual({ day, clock })
})

test.each([
  ['', '09:30'],
  ['2026-07-01', ''],
  ['2026-02-31x', '09:30'],
  ['2026-02-31', '09:30'],
  ['2026-07-01', '25:00'],
])('%j at %j is no time', (day, clock) => {
  expect(timeInZone(day, clock)).toBeUndefined()
})
