import { expect, test } from 'vitest'
import { isNothing, listCounts, readPerson } from './person.ts'

test('an address has an @, everything else is a number', () => {
  expect(readPerson(' ann@x.test ')).toEqual({ email: 'ann@x.test' })
  expect(readPerson(' 01632 960001')).toEqual({ phone: '01632 960001' })
})

test('what is there is counted, what is not goes unsaid', () => {
  const none = {
    ...{ enquiries: 0, notes: 0, messages: 0, calls: 0, visits: 0, deliveries: 0, photos: 0 },
    attachments: 0,
    ...{ outbox_copies: 0, activity_lines: 0 },
  }
  expect(isNothing(none)).toBe(true)
  expect(listCounts(none)).toEqual([])
  expect(listCounts({ ...none, enquiries: 2, notes: 1 })).toEqual(['2 enquiries', '1 staff note'])
})
