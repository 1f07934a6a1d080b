// Puts the reviews that are about a service or a town first; the others follow in their order.
import type { ShownReview } from '../site-context.ts'

const most = 4

export function fittingFirst(reviews: ShownReview[], words: readonly string[]): ShownReview[] {
  const fits = ({ review_text }: ShownReview) => {
    const text = review_text?.toLowerCase() ?? ''
    return words.some((word) => text.includes(word.toLowerCase()))
  }
  return [...reviews.filter(fits), ...reviews.filter((review) => !fits(review))].slice(0, most)
}
