import { expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import { formatDateTime, replyDue } from './reply-promise.ts'

const { hours } = demoContent

const said = (received: string) => formatDateTime(replyDue(new Date(received), hours))

test.each([
  ['in the middle of a working day', '2026-11-16T11:30:00Z', 'Tuesday 17 November, 11:30 am'],
  ['in the evening', '2026-11-16T20:15:00Z', 'Tuesday 17 November, 6:00 pm'],
  ['early in the morning', '2026-11-17T06:00:00Z', 'Tuesday 17 November, 6:00 pm'],
  ['on Friday afternoon', '2026-11-20T15:00:00Z', 'Saturday 21 November, 3:00 pm'],
  ['on Friday evening', '2026-11-20T19:00:00Z', 'Saturday 21 November, 4:00 pm'],
  ['on Saturday morning', '2026-11-21T10:00:00Z', 'Saturday 21 November, 4:00 pm'],
  ['just before closing on Saturday', '2026-11-21T15:50:00Z', 'Monday 23 November, 10:00 am'],
  ['on Sunday', '2026-11-22T12:00:00Z', 'Monday 23 November, 12:00 pm'],
  ['in summer time', '2026-07-06T19:00:00Z', 'Tuesday 7 July, 6:00 pm'],
  ['on Sunday morning', '2026-11-22T04:00:00Z', 'Monday 23 November, 10:00 am'],
])('an enquiry %s is answered in time', (_when, received, promised) => {
  expect(said(received)).toBe(promised)
})

test('every promise is a time at which somebody is there', () => {
  for (let passed = 0; passed < 24 * 14; passed += 1) {
    const received = new Date(Date.parse('2026-03-23T00:10:00Z') + passed * 3_600_000)
    const due = replyDue(received, hours)
    const day = due.toLocaleString('en-GB', { timeZone: 'Europe/London', weekday: 'short' })
    const clock = due.toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }).slice(0, 5)
    expect(day).not.toBe('Sun')
    expect(clock >= (day === 'Sat' ? '09:00' : '08:00'), `${received.toISOString()} ${clock}`).toBe(
      true,
    )
    expect(clock <= (day === 'Sat' ? '16:00' : '18:00')).toBe(true)
    expect(due.getTime() - received.getTime()).toBeGreaterThan(3_600_000)
    expect(due.getTime() - received.getTime()).toBeLessThan(48 * 3_600_000)
  }
})

test('nothing is promised for a day on which the office is closed', () => {
  const closures = [{ from: '2026-12-24', until: '2027-01-03', reason: 'Christmas' }]
  const due = replyDue(new Date('2026-12-23T17:00:00Z'), { ...hours, closures })
  expect(formatDateTime(due)).toBe('Monday 4 January, 10:00 am')
})

test('an office with two spans a day promises the second', () => {
  const telephone = [
    { days: ['Mo' as const], opens: '14:00', closes: '18:00' },
    { days: ['Mo' as const], opens: '08:00', closes: '12:00' },
  ]
  const due = replyDue(new Date('2026-11-22T20:00:00Z'), { telephone })
  expect(formatDateTime(due)).toBe('Monday 23 November, 6:00 pm')
})
