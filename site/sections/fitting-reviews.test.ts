import { expect, test } from 'vitest'
import type { ShownReview } from '../site-context.ts'
import { fittingFirst } from './fitting-reviews.ts'

const review = (id: string, review_text: string | null): ShownReview => ({
  id,
  author_name: 'Ann',
  author_image: null,
  rating: 5,
  review_text,
  time_posted: '2026-05-03T12:00:00Z',
  source: null,
  source_url: null,
})
const reviews = [
  review('hedge', 'Hedge cut, clippings gone.'),
  review('silent', null),
  review('grounds', 'They look after our flats.'),
  review('fence', 'New fence in a day.'),
  review('patio', 'The PATIO looks new.'),
]

test('a review about the service comes first, however old', () => {
  expect(fittingFirst(reviews, ['patio']).map(({ id }) => id)).toEqual([
    'patio',
    'hedge',
    'silent',
    'grounds',
  ])
})

test('without one the newest come in their order', () => {
  const shown = fittingFirst(reviews, ['snow'])
  expect(shown.map(({ id }) => id)).toEqual(['hedge', 'silent', 'grounds', 'fence'])
})
