import type { UiState } from '../state.ts'
import { ReviewCardBody, type ReviewCardData } from './review-card.tsx'

const review: ReviewCardData = {
  author_name: 'Ann Lee',
  author_image: null,
  rating: 5,
  review_text:
    'They turned up on the day they said, and left the drive cleaner than they found it.',
  time_posted: '2026-05-03T12:00:00Z',
}

const card = (shown: ReviewCardData) => (
  <div className="review-card">
    <ReviewCardBody review={shown} />
  </div>
)

export const reviewCardStates: UiState[] = [
  { name: 'short', element: card(review) },
  {
    name: 'long',
    element: card({ ...review, review_text: `${review.review_text} `.repeat(6), rating: 4 }),
  },
  { name: 'with its source', element: card({ ...review, source: 'Google' }) },
  { name: 'without words', element: card({ ...review, review_text: null }) },
]
