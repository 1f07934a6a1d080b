// The values of the review form, their validation, and the fields to save.
import { isRating, isWebAddress, reviewLimits, stripMarkup } from '#schemas/review.ts'
import type { Review } from '#schemas/tables.ts'
import type { ReviewFields } from './reviews.ts'

export interface Draft {
  author_name: string
  rating: string
  review_text: string
  author_image: string
  date: string
  is_featured: boolean
  source: string
  source_url: string
  town: string
  service: string
  /** Empty: it is tied to none. */
  enquiry_id: string
}

export const emptyDraft: Draft = {
  author_name: '',
  rating: '5',
  review_text: '',
  author_image: '',
  date: '',
  is_featured: false,
  source: '',
  source_url: '',
  town: '',
  service: '',
  enquiry_id: '',
}

export function draftOf(review: Review, enquiryId = ''): Draft {
  return {
    author_name: review.author_name,
    rating: String(review.rating),
    review_text: review.review_text ?? '',
    author_image: review.author_image ?? '',
    date: dateOf(review.time_posted),
    is_featured: review.is_featured,
    source: review.source ?? '',
    source_url: review.source_url ?? '',
    town: review.town ?? '',
    service: review.service ?? '',
    enquiry_id: enquiryId,
  }
}

export type DraftErrors = Partial<Record<keyof Draft, string>>

export function checkDraft({ author_name, rating, review_text, source_url }: Draft): DraftErrors {
  const errors: DraftErrors = {}
  const name = stripMarkup(author_name)
  if (name === '') errors.author_name = 'Author name is required'
  if ([...name].length > reviewLimits.author_name.max) {
    errors.author_name = `Author name must be at most ${reviewLimits.author_name.max} characters`
  }
  if (!isRating(Number(rating || Number.NaN))) errors.rating = 'Rating must be from 1 to 5'
  if ([...stripMarkup(review_text)].length > reviewLimits.review_text.max) {
    errors.review_text = `Review text must be at most ${reviewLimits.review_text.max} characters`
  }
  if (source_url.trim() && !isWebAddress(source_url.trim())) {
    errors.source_url = 'Enter the whole address, with https://'
  }
  return errors
}

export function hasGoodPicture({ author_image }: Draft): boolean {
  return author_image.trim() === '' || isWebAddress(author_image.trim())
}

/** The fields of one save. `review_id` is new on every save; no date means now. */
export function fieldsOf(draft: Draft, before: Review | undefined, now = new Date()): ReviewFields {
  return {
    author_name: stripMarkup(draft.author_name),
    author_image: draft.author_image.trim() || null,
    rating: Number(draft.rating),
    review_text: stripMarkup(draft.review_text) || null,
    time_posted: timeOf(draft.date, before, now),
    is_featured: draft.is_featured,
    review_id: `manual_${now.getTime()}`,
    ...sourceOf(draft, before),
    ...subjectOf(draft, before),
  }
}

/** Left out unless there is a source to set or to clear. */
function sourceOf({ source, source_url }: Draft, before: Review | undefined) {
  const isKnown = source.trim() || source_url.trim() || before?.source || before?.source_url
  return isKnown ? { source: source.trim() || null, source_url: source_url.trim() || null } : {}
}

/** Left out unless there is a town or a service to set or to clear. */
function subjectOf({ town, service }: Draft, before: Review | undefined) {
  const isKnown = town || service || before?.town || before?.service
  return isKnown ? { town: town || null, service: service || null } : {}
}

function timeOf(date: string, before: Review | undefined, now: Date): string {
  if (date === '') return now.toISOString()
  // An unchanged date keeps its time of day.
  if (before && dateOf(before.time_posted) === date) return before.time_posted
  return new Date(`${date}T00:00:00Z`).toISOString()
}

const dateOf = (time: string) => new Date(time).toISOString().slice(0, 10)
