import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  noReviewRequests,
  reviewRequestSchema,
  unknownReviewPlaceholders,
  writeReviewRequest,
} from './review-request.ts'

const accepts = (changed: object) =>
  v.safeParse(reviewRequestSchema, { ...noReviewRequests, ...changed }).success

test.each([
  [{}, true],
  [{ daysAfterWon: 1 }, true],
  [{ daysAfterWon: 60 }, true],
  [{ daysAfterWon: 0 }, false],
  [{ daysAfterWon: 61 }, false],
  [{ daysAfterWon: 2.5 }, false],
  [{ link: 'https://g.page/r/abc/review' }, true],
  [{ link: 'https://search.google.com/local/writereview?placeid=ChIJ' }, true],
  [{ link: 'http://g.page/r/abc/review' }, false],
  [{ link: 'javascript:alert(1)' }, false],
  [{ link: 'https://g.page@evil.example/' }, false],
  [{ link: 'https://g.page/r/a b' }, false],
  [{ paragraphs: [] }, false],
])('%j is accepted: %s', (changed, isAccepted) => {
  expect(accepts(changed)).toBe(isAccepted)
})

test('only what the server knows of a customer can stand in it', () => {
  expect(unknownReviewPlaceholders('{first_name} {service} {town} {company} {phone}')).toEqual([])
  expect(unknownReviewPlaceholders('{my_name}, {email} {}')).toEqual(['my_name', 'email', ''])
})

test('the placeholders are filled in, the subject in one line', () => {
  const request = {
    ...noReviewRequests,
    subject: 'Well, {first_name}?',
    paragraphs: ['In {town}', '{company}'],
  }
  const customer = { name: 'Ann\nLee', service: 'Other', town: null }
  expect(writeReviewRequest(request, customer, { name: 'Hop', phone: '1' })).toEqual({
    subject: 'Well, Ann?',
    letter: 'In your area\n\nHop',
  })
})
