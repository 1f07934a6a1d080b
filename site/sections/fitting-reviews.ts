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
  const rankOf = (review: ShownReview) => {
    const ties =
      Number(town !== undefined && review.town === town) +
      Number(service !== undefined && review.service === service)
    return 2 * ties + Number(isAbout(words, review))
  }
  // Sorting is stable.
  return reviews.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, maxReviews)
}

/** "fence" finds "fences", and "ash" not "wash". */
export function isAbout(words: readonly string[], { review_text }: ShownReview): boolean {
  const text = spaced(review_text ?? '')
  return words.some((word) => text.includes(spaced(word)))
}

function spaced(text: string): string {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`
}
