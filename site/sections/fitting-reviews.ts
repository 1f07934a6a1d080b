// Puts the reviews that are about a service or a town first: those that were tied to it, then those with
// one of its words; the others follow in their order.
import type { ShownReview } from '../site-context.ts'

const maxReviews = 4

export interface PageSubject {
  /** A review that was tied to both comes before one that was tied to either. */
  town?: string
  service?: string
  words: readonly string[]
}

export function fittingFirst(
  reviews: ShownReview[],
  { town, service, words }: PageSubject,
): ShownReview[] {
  const wanted = words.map((word) => word.toLowerCase())
  const rankOf = (review: ShownReview) => {
    const ties =
      Number(town !== undefined && review.town === town) +
      Number(service !== undefined && review.service === service)
    const text = review.review_text?.toLowerCase() ?? ''
    return 2 * ties + Number(wanted.some((word) => text.includes(word)))
  }
  // Sorting is stable.
  return reviews.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, maxReviews)
}
