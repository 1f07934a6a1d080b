import { expect, test } from 'vitest'
import { formatExactTime, formatSpan } from './relative-time.tsx'

const now = new Date('2026-11-15T12:00:00Z')

test.each([
  ['2026-11-15T11:59:50Z', '1 minute'],
  ['2026-11-15T11:15:00Z', '45 minutes'],
  ['2026-11-15T11:00:00Z', '1 hour'],
  ['2026-11-14T06:00:00Z', '30 hours'],
  ['2026-11-13T11:00:00Z', '2 days'],
  ['2026-09-15T11:00:00Z', '61 days'],
])('%s was %s ago', (moment, span) => {
  expect(formatSpan(new Date(moment), now)).toBe(span)
})

test.each([
  ['2026-11-15T09:05:00Z', '09:05'],
  ['2026-11-12T09:05:00Z', '12 Nov, 09:05'],
  // Over a month ago the relative time is already the date.
  ['2026-08-12T09:05:00Z', '10:05'],
])('%s was exactly at %s', (moment, time) => {
  expect(formatExactTime(new Date(moment), now)).toBe(time)
})
