import { expect, test } from 'vitest'
import { describeStanding } from './describe-standing.ts'

test.each([
  [{ place: 1, enquiries: 1, won: 1 }, 'First enquiry'],
  [{ place: 3, enquiries: 3, won: 2 }, '3rd enquiry, won twice'],
  [{ place: 1, enquiries: 2, won: 0 }, '1st of 2 enquiries'],
  [{ place: 2, enquiries: 12, won: 1 }, '2nd of 12 enquiries, won once'],
  [{ place: 11, enquiries: 11, won: 5 }, '11th enquiry, won 5 times'],
  [{ place: 1022, enquiries: 1022, won: 0 }, '1,022nd enquiry'],
])('%j is %s', (standing, words) => {
  expect(describeStanding(standing)).toBe(words)
})
