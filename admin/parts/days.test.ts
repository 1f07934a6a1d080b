import { expect, test } from 'vitest'
import { addDays, dayOf, formatDay, nextMonday } from './days.ts'

test('a day begins at midnight in Britain', () => {
  expect(dayOf(new Date('2026-06-30T23:30:00Z'))).toBe('2026-07-01')
  expect(dayOf(new Date('2026-12-31T23:30:00Z'))).toBe('2026-12-31')
})

test('days are counted over months, years and the change of clocks', () => {
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02')
  expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
  expect(addDays('2026-10-24', 3)).toBe('2026-10-27')
})

test.each([
  ['2026-11-16', '2026-11-23'],
  ['2026-11-17', '2026-11-23'],
  ['2026-11-22', '2026-11-23'],
])('the Monday after %s is %s', (day, monday) => {
  expect(nextMonday(day)).toBe(monday)
})

test('a day is written with its weekday', () => {
  expect(formatDay('2026-11-30')).toBe('Mon, 30 Nov 2026')
})
