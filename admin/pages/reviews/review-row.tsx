import { Pencil, Star, StarOff, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { Review } from '#schemas/tables.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { Stars } from '#ui/stars/stars.tsx'

export interface ReviewRowProps {
  review: Review
  /** One of the featured reviews that the home page shows. */
  isShown: boolean
  isBusy: boolean
  onEdit(): void
  onToggle(): void
  onDelete(): void
}

export function ReviewRow(props: ReviewRowProps) {
  const { review, isShown, isBusy, onEdit, onToggle, onDelete } = props
  const id = useId()
  const { author_name, rating, review_text, time_posted, is_featured, source, source_url } = review
  const about = [review.town, review.service].filter(Boolean).join(', ')
  const ToggleIcon = is_featured ? StarOff : Star
  return (
    <li className="row row-top">
      <div className="row-main">
        <p className="row-title" id={id}>
          {author_name}
          {isShown && <Badge kind="strong">On the home page</Badge>}
          {is_featured && !isShown && <Badge>Featured, newer ones are shown</Badge>}
        </p>
        <p className="soft">
          <Stars rating={rating} /> · <Day at={time_posted} />
          {source_url ? (
            <>
              {' '}
              ·{' '}
              <a href={source_url} rel="noreferrer" target="_blank">
                {source ?? 'Source'}
              </a>
            </>
          ) : (
            source && ` · ${source}`
          )}
          {about && ` · ${about}`}
        </p>
        {review_text && <p className="review-words">{review_text}</p>}
      </div>
      <div className="row-buttons">
        <Button aria-describedby={id} isBusy={isBusy} onClick={onToggle}>
          <ToggleIcon aria-hidden="true" />
          {is_featured ? 'Unfeature' : 'Feature'}
        </Button>
        <Button aria-describedby={id} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          Edit
        </Button>
        <Button kind="danger-quiet" aria-describedby={id} isBusy={isBusy} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      </div>
    </li>
  )
}
