import { expect, test } from 'vitest'
import type { Review } from '#schemas/tables.ts'
import { checkDraft, draftOf, emptyDraft, fieldsOf, hasGoodPicture } from './draft.ts'

const now = new Date('2026-11-15T10:00:00Z')
const review: Review = {
  id: 'x',
  author_name: 'Ann',
  author_image: null,
  rating: 4,
  review_text: 'Good',
  time_posted: '2026-03-01T14:30:00+00:00',
  is_featured: true,
  review_id: 'manual_1',
  created_at: '2026-03-02T00:00:00+00:00',
  source: null,
  source_url: null,
  town: null,
  service: null,
}

test('a new review has rating 5, is not featured and is posted now', () => {
  expect(fieldsOf({ ...emptyDraft, author_name: ' Ann<b> ' }, undefined, now)).toEqual({
    author_name: 'Ann',
    author_image: null,
    rating: 5,
    review_text: null,
    time_posted: now.toISOString(),
    is_featured: false,
    review_id: `manual_${now.getTime()}`,
  })
})

test('an edit makes a new review_id and keeps an untouched time', () => {
  const fields = fieldsOf(draftOf(review), review, now)
  expect(fields.time_posted).toBe(review.time_posted)
  expect(fields.review_id).toBe(`manual_${now.getTime()}`)
})

test('a chosen day is that day', () => {
  expect(fieldsOf({ ...draftOf(review), date: '2026-02-28' }, review, now).time_posted).toBe(
    '2026-02-28T00:00:00.000Z',
  )
})

test('a name of nothing but markup is missing', () => {
  expect(checkDraft({ ...emptyDraft, author_name: '<b></b>' })).toHaveProperty('author_name')
  expect(checkDraft({ ...emptyDraft, author_name: 'Ann', rating: '' })).toHaveProperty('rating')
})

test('where a review was given is saved when it is known', () => {
  const draft = { ...draftOf(review), source: ' Google ', source_url: 'https://g.example/r/1' }
  expect(fieldsOf(draft, review, now)).toMatchObject({
    source: 'Google',
    source_url: 'https://g.example/r/1',
  })
  expect(checkDraft({ ...draft, source_url: 'g.example' })).toHaveProperty('source_url')
})

test('a picture is optional and has an http or https address', () => {
  expect(hasGoodPicture(emptyDraft)).toBe(true)
  expect(hasGoodPicture({ ...emptyDraft, author_image: 'nonsense' })).toBe(false)
})
