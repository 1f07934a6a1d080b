// Featured reviews: cards with four lines of text, each opening into the whole review. Nothing at
// all where there are none.

import { Author, ReviewCardBody } from '#ui/review-card/review-card.tsx'
import { Stars } from '#ui/stars/stars.tsx'
import { Stylesheet } from '../page-needs.tsx'
import { Close } from '../shell/icons.tsx'
import type { ShownReview } from '../site-context.ts'
import css from './reviews.css?inline'
import { SectionHead } from './section-head.tsx'

export function Reviews({ reviews }: { reviews: ShownReview[] }) {
  if (reviews.length === 0) return null
  return (
    <section className="wrap section" id="reviews">
      <Stylesheet css={css} />
      <SectionHead heading="What our customers say" text="Reviews in our customers’ own words." />
      <ul className={`reviews reviews-${reviews.length}`}>
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReviewCard({ review }: { review: ShownReview }) {
  const dialogId = `review-${review.id}`
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
      </dialog>
    </>
  )
}
