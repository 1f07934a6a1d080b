import { expect, test } from 'vitest'
import { formatExactTime, formatRelativeTime, formatSpan } from './relative-time.tsx'

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

test.each([
  ['2026-11-15T11:59:50Z', 'just now'],
  ['2026-11-14T13:00:00Z', '23 hours ago'],
  ['2026-11-14T11:00:00Z', 'yesterday'],
  // 60 hours, and three days of the calendar.
  ['2026-11-12T23:30:00Z', '3 days ago'],
  ['2026-11-10T08:00:00Z', '5 days ago'],
  ['2026-10-27T01:00:00Z', '19 days ago'],
  ['2026-11-17T23:00:00Z', 'in 2 days'],
])('%s is %s', (moment, words) => {
  expect(formatRelativeTime(new Date(moment), now)).toBe(words)
})
