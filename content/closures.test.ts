import { expect, test } from 'vitest'
import { closedDays, closureOn, shownClosures } from './closures.ts'

const christmas = { from: '2026-12-24', until: '2027-01-03', reason: 'Christmas' }
const may = { from: '2027-05-03', until: '2027-05-03' }

test('a closure is told two months ahead, and until its last day', () => {
  const shown = (day: string) => shownClosures([may, christmas], new Date(`${day}T12:00:00Z`))
  expect(shown('2026-10-01')).toEqual([])
  expect(shown('2026-11-16')).toEqual([christmas])
  expect(shown('2027-01-03')).toEqual([christmas])
  expect(shown('2027-01-04')).toEqual([])
  expect(shown('2027-04-01')).toEqual([may])
})

test('its days are told without the year', () => {
  expect(closedDays(christmas)).toBe('24 December to 3 January')
  expect(closedDays(may)).toBe('3 May')
})

test('the first and the last day are closed, and those beside them are open', () => {
  const days = ['2026-12-23', '2026-12-24', '2027-01-03', '2027-01-04']
  expect(days.map((day) => closureOn([christmas], day)?.reason)).toEqual([
    undefined,
    'Christmas',
    'Christmas',
    undefined,
  ])
})
