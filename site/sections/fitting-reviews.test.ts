import { expect, test } from 'vitest'
import type { ShownReview } from '../site-context.ts'
import { fittingFirst, isAbout } from './fitting-reviews.ts'

const review = (id: string, review_text: string | null): ShownReview => ({
  id,
  author_name: 'Ann',
  author_image: null,
  rating: 5,
  review_text,
  time_posted: '2026-05-03T12:00:00Z',
  source: null,
  source_url: null,
  town: null,
  service: null,
})
const reviews = [
  review('hedge', 'Hedge cut, clippings gone.'),
  review('silent', null),
  review('grounds', 'They look after our flats.'),
  review('fence', 'New fence in a day.'),
  review('patio', 'The PATIO looks new.'),
]

test('a review about the service comes first, however old', () => {
  expect(fittingFirst(reviews, { words: ['patio'] }).map(({ id }) => id)).toEqual([
    'patio',
    'hedge',
    'silent',
    'grounds',
  ])
})

test('a word is found at the beginning of words only, whatever stands between them', () => {
  expect(isAbout(['ash'], review('washed', 'They washed the drive.'))).toBe(false)
  expect(isAbout(['ash'], review('ash', 'Took down an ash, and two oaks.'))).toBe(true)
  expect(isAbout(['clear-out'], review('clear', 'A clear out in one day.'))).toBe(true)
  expect(isAbout(['fence'], review('fences', 'Fences, all of them'))).toBe(true)
})

test('without one the newest come in their order', () => {
  const shown = fittingFirst(reviews, { words: ['snow'] })
  expect(shown.map(({ id }) => id)).toEqual(['hedge', 'silent', 'grounds', 'fence'])
})

const tied = [
  ...reviews,
  { ...review('town', 'Good.'), town: 'Malvern', service: 'Domestic' },
  { ...review('service', 'Good.'), town: 'Ledbury', service: 'Landscaping' },
  { ...review('both', null), town: 'Malvern', service: 'Landscaping' },
]
const idsOf = (shown: ShownReview[]) => shown.map(({ id }) => id)

test('a review that is tied to the page comes before one with its words', () => {
  const inMalvern = fittingFirst(tied, { town: 'Malvern', words: ['patio'] })
  expect(idsOf(inMalvern)).toEqual(['town', 'both', 'patio', 'hedge'])
})

test('tied to town and service comes first, then to either, then the rest in order', () => {
  const subject = { town: 'Malvern', service: 'Landscaping', words: [] }
  expect(idsOf(fittingFirst(tied, subject))).toEqual(['both', 'town', 'service', 'hedge'])
})
