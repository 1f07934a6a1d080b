import { expect, test } from 'vitest'
import { describeError, describeWaiting, formatTime, summariseMails } from './describe-mail.ts'

const now = new Date('2026-11-15T16:40:00Z')
const none = { waiting: 0, failed: 0, in_outbox: 0 }

test.each([
  ['Message failed: 451 Try again later', 'the server refused: 451 Try again later'],
  [
    'The mail server refused this address: 550 5.1.1 No such user',
    'the server refused the address: 550 5.1.1 No such user',
  ],
  [
    'connect ECONNREFUSED 127.0.0.1:25',
    'the mail server could not be reached: connect ECONNREFUSED 127.0.0.1:25',
  ],
  [
    '550 5.1.1 <x@y.example>: Recipient address rejected: User unknown',
    'the server refused the address: 550 5.1.1 <x@y.example>: Recipient address rejected: User unknown',
  ],
  [
    'The email account does not exist',
    'the server refused the address: The email account does not exist',
  ],
  [
    '450 4.2.0 Recipient address rejected: Greylisted',
    'the server refused: 450 4.2.0 Recipient address rejected: Greylisted',
  ],
  ['550 EMAIL REFUSED', 'the server refused: 550 EMAIL REFUSED'],
  ['quota exceeded', 'quota exceeded'],
  ['552 5.2.2 Quota exceeded', 'the server refused: 552 5.2.2 Quota exceeded'],
  [
    '554 5.7.1 Message refused by EXAMPLE policy',
    'the server refused: 554 5.7.1 Message refused by EXAMPLE policy',
  ],
  [
    'getaddrinfo ENOTFOUND smtp.example.com',
    'the mail server could not be reached: getaddrinfo ENOTFOUND smtp.example.com',
  ],
  ['No webhook is configured any more', 'No webhook is configured any more'],
  [null, undefined],
])('%j is told as %j', (error, words) => {
  expect(describeError(error)).toBe(words)
})

test('what waits says when it is tried next and why', () => {
  const waiting = { tries: 2, next_try_at: '2026-11-15T16:52:00Z', last_error: '451 Busy' }
  expect(describeWaiting(waiting, now)).toBe(
    'Next try at 16:52, because the server refused: 451 Busy',
  )
  expect(describeWaiting({ ...waiting, next_try_at: '2026-11-15T16:39:00Z' }, now)).toBe(
    'Being tried again, because the server refused: 451 Busy',
  )
  expect(describeWaiting({ tries: 0, next_try_at: null, last_error: null }, now)).toBe('On its way')
})

test('the time of another day has its day', () => {
  expect(formatTime(new Date('2026-11-16T03:05:00Z'), now)).toBe('03:05 on Monday 16 November')
})

test('everything has gone out only where nothing waits, failed or lies in the outbox', () => {
  expect(summariseMails({ counts: none, has_mail_server: true })).toBe('Everything has gone out.')
  expect(summariseMails({ counts: none, has_mail_server: false })).toBe('No mail server is set up.')
  expect(
    summariseMails({ counts: { waiting: 2, failed: 1, in_outbox: 0 }, has_mail_server: true }),
  ).toBe('1 email failed. 2 emails are waiting.')
  expect(summariseMails({ counts: { ...none, in_outbox: 3 }, has_mail_server: false })).toBe(
    '3 emails are in the outbox: no mail server is set up.',
  )
})
