// A review as visitors see it. The dashboard shows the same card while a review is written.
import { Stars } from '../stars/stars.tsx'

export interface Review {
  author_name: string
  author_image: string | null
  rating: number
  review_text: string | null
  time_posted: string
}

/** What stands in an element with the class `review-card`: a button on the site, a box beside a form. */
export function ReviewCardBody({ review }: { review: Review }) {
  return (
    <>
      <Stars rating={review.rating} />
      <span className="review-text">{review.review_text}</span>
      <Author review={review} />
    </>
  )
}

export function Author({ review: { author_name, author_image, time_posted } }: { review: Review }) {
  return (
    <span className="author">
      <span className="author-face" aria-hidden="true">
        {initialsOf(author_name)}
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
        <time dateTime={time_posted}>{monthAndYear.format(new Date(time_posted))}</time>
      </span>
    </span>
  )
}

const monthAndYear = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
})

function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  return letters.slice(0, 2).join('').toUpperCase()
}
