// A preview of the card on the home page.
import { isWebAddress, stripMarkup } from '#schemas/review.ts'
import { ReviewCardBody } from '#ui/review-card/review-card.tsx'
import type { Draft } from './draft.ts'

export function ReviewPreview({ draft }: { draft: Draft }) {
  const picture = draft.author_image.trim()
  const day = Date.parse(draft.date)
  const review = {
    author_name: stripMarkup(draft.author_name) || 'Author name',
    author_image: isWebAddress(picture) ? picture : null,
    rating: Number(draft.rating),
    review_text: stripMarkup(draft.review_text),
    time_posted: new Date(Number.isNaN(day) ? Date.now() : day).toISOString(),
  }
  return (
    <figure className="preview">
      <figcaption className="soft">As the home page shows it</figcaption>
      <div className="review-card">
        <ReviewCardBody review={review} />
      </div>
    </figure>
  )
}
