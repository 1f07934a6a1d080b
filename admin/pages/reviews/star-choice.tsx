// The rating as stars: radio buttons, so arrow keys move between them. The number field beside it has
// the same value; the specification asks for it.
import { useId } from 'react'
import { reviewLimits } from '#schemas/review.ts'

const ratings = Array.from({ length: reviewLimits.rating.max }, (_, at) => String(at + 1))

interface StarChoiceProps {
  rating: string
  onChange(rating: string): void
}

export function StarChoice({ rating, onChange }: StarChoiceProps) {
  const name = useId()
  return (
    <fieldset className="star-choice">
      <legend className="unseen">Stars</legend>
      {ratings.map((stars) => (
        <label key={stars}>
          <input
            type="radio"
            name={name}
            value={stars}
            checked={rating === stars}
            onChange={() => onChange(stars)}
          />
          <span aria-hidden="true">★</span>
          <span className="unseen">{formatStars(stars)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const formatStars = (stars: string) => `${stars} of ${ratings.length} stars`
