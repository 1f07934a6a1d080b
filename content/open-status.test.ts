import { expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import { openStatus } from './open-status.ts'

const { hours } = demoContent

test.each([
  ['on a weekday morning', '2026-11-16T08:00:00Z', 'Open now, until 6:00 PM'],
  ['a minute before opening', '2026-11-16T07:59:00Z', 'Closed now, opens today 8:00 AM'],
  ['at closing time', '2026-11-16T18:00:00Z', 'Closed now, opens tomorrow 8:00 AM'],
  ['on a Friday night', '2026-11-20T20:00:00Z', 'Closed now, opens tomorrow 9:00 AM'],
  ['on a Saturday evening', '2026-11-21T16:30:00Z', 'Closed now, opens Monday 8:00 AM'],
  ['on a Sunday', '2026-11-22T12:00:00Z', 'Closed now, opens tomorrow 8:00 AM'],
])('%s it says so', (_when, moment, text) => {
  expect(openStatus(new Date(moment), hours).text).toBe(text)
})

test('in summer the hours are those of London, not of UTC', () => {
  expect(openStatus(new Date('2026-07-06T07:00:00Z'), hours)).toEqual({
    isOpen: true,
    text: 'Open now, until 6:00 PM',
  })
  expect(openStatus(new Date('2026-07-06T17:00:00Z'), hours).isOpen).toBe(false)
})

test('a firm without hours claims nothing', () => {
  expect(openStatus(new Date(), { telephone: [] })).toEqual({ isOpen: false, text: '' })
})

test('a closed office says when it opens again', () => {
  const closures = [{ from: '2026-12-24', until: '2027-01-03' }]
  const said = (moment: string) => openStatus(new Date(moment), { ...hours, closures }).text
  expect(said('2026-12-24T10:00:00Z')).toBe('Closed now, opens 4 January 2027 8:00 AM')
  expect(said('2027-01-02T10:00:00Z')).toBe('Closed now, opens Monday 8:00 AM')
})
