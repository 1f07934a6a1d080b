// The card as the home page shows it: the same class names, whose styles stand in every page.
import { isWebAddress, stripMarkup } from '#schemas/review.ts'
import type { Draft } from './draft.ts'
import { Stars } from './stars.tsx'

const monthAndYear = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
})

export function ReviewPreview({ draft }: { draft: Draft }) {
  const name = stripMarkup(draft.author_name) || 'Author name'
  const picture = draft.author_image.trim()
  const posted = draft.date ? new Date(draft.date) : new Date()
  return (
    <figure className="preview">
      <figcaption className="soft">As the home page shows it</figcaption>
      <div className="review-card">
        <Stars rating={Number(draft.rating)} />
        <span className="review-text">{stripMarkup(draft.review_text)}</span>
        <span className="author">
          <span className="author-face" aria-hidden="true">
            {initialsOf(name)}
            {isWebAddress(picture) && <img src={picture} alt="" referrerPolicy="no-referrer" />}
          </span>
          <span>
            <strong>{name}</strong>
            <time>{monthAndYear.format(posted)}</time>
          </span>
        </span>
      </div>
    </figure>
  )
}

function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  return letters.slice(0, 2).join('').toUpperCase()
}
