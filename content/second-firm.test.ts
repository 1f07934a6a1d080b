import { expect, test } from 'vitest'
import { secondFirm, wordsOfTheDemoFirm } from '#tests/support/second-firm.ts'
import { lookStyles } from './look.ts'
import { openStatus } from './open-status.ts'
import { openingLines } from './opening-hours.ts'
import { formatDateTime, replyDue } from './reply-promise.ts'

const { hours } = secondFirm
const answeredBy = (received: string) => formatDateTime(replyDue(new Date(received), hours))

test('a firm of another trade has its own services, towns, menus and colours', () => {
  const { enquiryServices, towns, headerLinks, headerMenus, look } = secondFirm
  expect(enquiryServices).toEqual(['Window Cleaning', 'Gutter Clearing', 'Other'])
  expect(towns.map(({ name }) => name)).toEqual(['Shrewsbury'])
  expect(headerMenus).toEqual([])
  expect(headerLinks.map(({ path }) => path)).toEqual(['/window-cleaning', '/gutter-clearing'])
  expect(lookStyles(look)).toContain('--color-deep:#12304a')
  expect(JSON.stringify(secondFirm)).not.toMatch(wordsOfTheDemoFirm)
})

test('hours with a break at noon are told in their order, whatever that of the file', () => {
  expect(openingLines(hours.telephone)).toEqual([
    { days: 'Monday to Friday', hours: '7:30 AM to 12:00 PM, 1:00 PM to 4:30 PM' },
    { days: 'Saturday', hours: 'Closed' },
    { days: 'Sunday', hours: '10:00 AM to 12:00 PM' },
  ])
})

test.each([
  ['before opening', '2026-11-16T07:00:00Z', 'Closed now, opens today 7:30 AM'],
  ['in the morning', '2026-11-16T08:00:00Z', 'Open now, until 12:00 PM'],
  ['at noon', '2026-11-16T12:15:00Z', 'Closed now, opens today 1:00 PM'],
  ['on Friday evening', '2026-11-20T18:00:00Z', 'Closed now, opens Sunday 10:00 AM'],
])('%s the contact page says whether the telephone is answered', (_when, moment, text) => {
  expect(openStatus(new Date(moment), hours).text).toBe(text)
})

test.each([
  ['in the morning', '2026-11-16T09:00:00Z', 'Tuesday 17 November, 9:00 am'],
  ['at noon', '2026-11-16T12:30:00Z', 'Tuesday 17 November, 12:00 pm'],
  ['in the afternoon', '2026-11-16T15:00:00Z', 'Tuesday 17 November, 3:00 pm'],
  ['on Saturday', '2026-11-21T15:00:00Z', 'Sunday 22 November, 12:00 pm'],
])('an enquiry %s is answered within the hours of both halves of the day', (_when, sent, due) => {
  expect(answeredBy(sent)).toBe(due)
})
