// The public review card. The dashboard shows it as a preview.
import { zone } from '#content/zone.ts'
import { Stars } from '../stars/stars.tsx'

export interface ReviewCardData {
  author_name: string
  author_image: string | null
  rating: number
  review_text: string | null
  time_posted: string
  /** Where it was given, such as Google. */
  source?: string | null
}

/** Of so many letters all lines are on the card. */
const shortText = 100

/** For inside an element with the class `review-card`: a button on the site, a box in the dashboard. */
export function ReviewCardBody({ review }: { review: ReviewCardData }) {
  return (
    <>
      <Stars rating={review.rating} />
      <span className="review-text">{review.review_text}</span>
      {(review.review_text?.length ?? 0) > shortText && (
        <span className="text-link review-more">Read all</span>
      )}
      <Author review={review} />
    </>
  )
}

export function Author({
  review: { author_name, author_image, time_posted, source },
}: {
  review: ReviewCardData
}) {
  return (
    <span className="author">
      <span className="author-face" aria-hidden="true">
        {initialsOf(author_name)}
        {author_image && (
          // The initials are visible until the picture has loaded, and stay if it fails.
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
        <span className="author-when">
          {source && `${source}, `}
          <time dateTime={time_posted}>{monthAndYear.format(new Date(time_posted))}</time>
        </span>
      </span>
    </span>
  )
}

const monthAndYear = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: zone,
})

function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  return letters.slice(0, 2).join('').toUpperCase()
}
