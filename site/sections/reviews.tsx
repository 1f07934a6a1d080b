// Featured reviews: cards with four lines of text, each opening a dialog with the whole review. Renders
// nothing if there are none.
import { Author, ReviewCardBody } from '#ui/review-card/review-card.tsx'
import { Stars } from '#ui/stars/stars.tsx'
import { Stylesheet } from '../page-needs.tsx'
import { Close } from '../shell/icons.tsx'
import type { ReviewSummary, ShownReview } from '../site-context.ts'
import css from './reviews.css?inline'
import leadCss from './reviews-lead.css?inline'
import { SectionHead } from './section-head.tsx'

/** An average of fewer says nothing. */
const enough = 5
/** Letters: fewer would leave a tall card empty. */
const shortText = 150

export interface ReviewsProps {
  reviews: ShownReview[]
  summary: ReviewSummary
  /** On a wide screen the first one is large. */
  isFirstLarge?: boolean
}

export function Reviews({ reviews, summary: { count, average }, isFirstLarge }: ReviewsProps) {
  if (reviews.length === 0) return null
  const isShort = (reviews[0]?.review_text ?? '').length < shortText
  const lead = isFirstLarge && reviews.length > 2 && ` reviews-lead${isShort ? ' lead-short' : ''}`
  return (
    <section className="wrap section" id="reviews">
      <Stylesheet css={css} />
      {lead && <Stylesheet css={leadCss} />}
      <SectionHead
        heading="What our customers say"
        text={
          count < enough
            ? 'Reviews in our customers’ own words.'
            : `In their own words. The average of all ${count} reviews we hold, good and bad, is ${average.toFixed(1)} out of 5.`
        }
      />
      <ul className={`reviews reviews-${reviews.length}${lead || ''}`}>
        {reviews.map((review, i) => (
          <li key={review.id}>
            {/* Not by its id: letters and digits at random cost the first page many bytes. */}
            <ReviewCard review={review} dialogId={`review-${i + 1}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReviewCard({ review, dialogId }: { review: ShownReview; dialogId: string }) {
  return (
    <>
      <button className="review-card" type="button" popoverTarget={dialogId}>
        <ReviewCardBody review={review} />
      </button>
      <dialog
        className="sheet letter"
        id={dialogId}
        popover="auto"
        aria-label={`Review by ${review.author_name}`}
      >
        <div className="sheet-head">
          <Stars rating={review.rating} />
          <button
            className="icon-button"
            type="button"
            popoverTarget={dialogId}
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <Close />
          </button>
        </div>
        <p className="letter-text">{review.review_text}</p>
        <Author review={review} />
        {review.source_url && (
          <p className="mt-5">
            <a className="text-link" href={review.source_url} rel="nofollow noopener">
              Read it where it was given
            </a>
          </p>
        )}
      </dialog>
    </>
  )
}
