import { expect, test } from 'vitest'
import { openSpansOn } from './open-spans.ts'
import type { TelephoneHours } from './opening-hours.ts'

const hours: TelephoneHours = {
  telephone: [
    { days: ['Mo', 'Su'], opens: '13:30', closes: '18:00' },
    { days: ['Mo', 'Su'], opens: '08:00', closes: '12:00' },
  ],
  closures: [{ from: '2026-12-28', until: '2026-12-28' }],
}
const spans = (date: string) =>
  openSpansOn(date, hours).map(({ opens, closes }) =>
    [opens, closes].map((time) => new Date(time).toISOString().slice(11, 16)).join(' to '),
  )

test.each([
  ['a Monday in winter', '2026-11-16', ['08:00 to 12:00', '13:30 to 18:00']],
  ['a Monday in summer', '2026-07-06', ['07:00 to 11:00', '12:30 to 17:00']],
  ['the day on which the clocks go forward', '2026-03-29', ['07:00 to 11:00', '12:30 to 17:00']],
  ['the day on which they go back', '2026-10-25', ['08:00 to 12:00', '13:30 to 18:00']],
  ['a Tuesday', '2026-11-17', []],
  ['a closed Monday', '2026-12-28', []],
])('%s', (_, date, expected) => {
  expect(spans(date)).toEqual(expected)
})
