import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

test.each([
  ['', ''],
  ['2026-06-09', '2026-06-09'],
  ['2026-06-09 14:30', '2026-06-09'],
  // Past midnight in the United Kingdom.
  ['2026-06-08T23:30:00Z', '2026-06-09'],
  ['2025-05-01T09:00:00.123+01:00', '2025-05-01'],
  ['9/6/2026', '2026-06-09'],
  ['09.06.2026', '2026-06-09'],
  ['9 June 2026', '2026-06-09'],
  ['9th Jun 2026', '2026-06-09'],
  ['1st Sept 2026', '2026-09-01'],
  ['June 9, 2026', '2026-06-09'],
  ['29 February 2024', '2024-02-29'],
])('%j is the day %j', (given, day) => {
  expect(readDay(given)).toBe(day)
})

test.each([
  '31/02/2026',
  '29 February 2026',
  'last summer',
  '9 Junk 2026',
  '2026',
  '13/13/2026',
  '0/1/2026',
  '2026-06-31',
  'yesterday',
  '2026-06-09Tnoon',
])('%j is no day', (given) => {
  expect(readDay(given)).toBeUndefined()
})
