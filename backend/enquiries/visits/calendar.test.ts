import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendar } from './calendar.ts'

const visit: CalendarEvent = {
  uid: 'visit-1@garden.test',
  sequence: 2,
  starts: new Date('2026-07-01T09:30:00Z'),
  minutes: 45,
  changed: new Date('2026-06-20T08:00:00.123Z'),
  summary: 'Visit',
  location: 'WR1 2AB, Worcester',
  description: '',
  organizer: { name: 'Gardens', email: 'office@garden.test' },
  attendee: { name: 'Ann Lee', email: 'ann@example.com' },
}
const write = (changed: Partial<CalendarEvent> = {}) =>
  writeCalendar({ method: 'REQUEST', events: [{ ...visit, ...changed }] })
/** Undoes the folding, as readers do. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('an invitation has what calendars need, in order', () => {
  expect(linesOf(write())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Enquiries//Visits//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:visit-1@garden.test',
    'SEQUENCE:2',
    'DTSTAMP:20260620T080000Z',
    'DTSTART:20260701T093000Z',
    'DTEND:20260701T101500Z',
    'SUMMARY:Visit',
    'LOCATION:WR1 2AB\\, Worcester',
    'ORGANIZER;CN="Gardens":mailto:office@garden.test',
    'ATTENDEE;CN="Ann Lee";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:ann@example.com',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('every line ends in CRLF, and there is no other line break', () => {
  const file = write({ description: 'One\nTwo\r\nThree\rFour\u2028Five' })
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u2028]/)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(linesOf(file)).toContain('DESCRIPTION:One\\nTwo\\nThree\\nFour\\nFive')
})

test('backslashes, commas and semicolons are escaped', () => {
  expect(linesOf(write({ summary: 'a\\b;c,d:"e"' }))).toContain('SUMMARY:a\\\\b\\;c\\,d:"e"')
})

test.each([
  ['x', 300],
  ['é', 200],
  ['🌳', 120],
])('lines of %s are folded at 75 octets between characters', (character, count) => {
  const file = write({ description: character.repeat(count) })
  for (const line of file.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(line.isWellFormed()).toBe(true)
  }
  expect(linesOf(file)).toContain(`DESCRIPTION:${character.repeat(count)}`)
})

const injected = 'Ann\r\nEND:VEVENT\nBEGIN:VALARM\rACTION:EMAIL'
test.each<[string, Partial<CalendarEvent>]>([
  ['a summary', { summary: injected }],
  ['a place', { location: injected }],
  ['a description', { description: injected }],
  ['an id', { uid: injected }],
  ['a name', { attendee: { name: injected, email: 'a@x.test' } }],
  ['an address', { attendee: { name: 'Ann', email: `a@x.test${injected}` } }],
])('%s adds no property of its own', (_, changed) => {
  const names = (file: string) => linesOf(file).map((line) => line.split(/[:;]/)[0])
  expect(names(write({ description: 'x', ...changed }))).toEqual(names(write({ description: 'x' })))
})

test('a name ends neither its quotes nor its parameter', () => {
  const file = linesOf(write({ attendee: { name: 'Ann";X=":evil', email: 'ann@example.com' } }))
  expect(file.find((line) => line.startsWith('ATTENDEE'))).toMatch(
    /^ATTENDEE;CN="Ann';X=':evil";ROLE/,
  )
})

test('control characters and halves of characters are left out', () => {
  const [line] = linesOf(write({ summary: 'a\u0000b\u0007c\ud800d' })).filter((one) =>
    one.startsWith('SUMMARY'),
  )
  expect(line).toBe('SUMMARY:abc\ufffdd')
})

test('a subscription is named, and may be empty', () => {
  const file = linesOf(writeCalendar({ method: 'PUBLISH', name: 'Visits, Kit', events: [] }))
  expect(file).toContain('X-WR-CALNAME:Visits\\, Kit')
  expect(file).not.toContain('BEGIN:VEVENT')
})

test('a cancelled visit says so', () => {
  const file = writeCalendar({ method: 'CANCEL', events: [{ ...visit, isCancelled: true }] })
  expect(linesOf(file)).toContain('STATUS:CANCELLED')
})
