// Featured reviews: cards with four lines of text, each opening into the whole review. Nothing at
// all where there are none.

import { Close } from '../shell/icons.tsx'
import type { ShownReview } from '../site-context.ts'
import { SectionHead } from './section-head.tsx'

export function Reviews({ reviews }: { reviews: ShownReview[] }) {
  if (reviews.length === 0) return null
  return (
    <section className="wrap section" id="reviews">
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
        <Stars rating={review.rating} />
        <span className="review-text">{review.review_text}</span>
        <Author review={review} />
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

function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} out of 5 stars`}>
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
  )
}

function Author({ review: { author_name, author_image, time_posted } }: { review: ShownReview }) {
  const initials = author_name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <span className="author">
      <span className="author-face" aria-hidden="true">
        {initials}
        {author_image && (
          // The initials show through until it is there, and stay when it fails.
          <img
            src={author_image}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        )}
      </span>
      <span>
        <strong>{author_name}</strong>
        <time dateTime={time_posted}>{monthAndYear(time_posted)}</time>
      </span>
    </span>
  )
}

function monthAndYear(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/London',
  })
}
