// The logo mark, in the colour of the text beside it.
import { markSide } from '#content/mark.ts'
import { useContent } from '../content-context.ts'

export function Mark() {
  const { shapes } = useContent().mark
  return (
    <svg viewBox={`0 0 ${markSide} ${markSide}`} fill="none" aria-hidden="true">
      {shapes.map(({ outline, transform, line, isEvenOdd }) =>
        line ? (
          <path
            key={outline}
            d={outline}
            transform={transform}
            stroke="currentColor"
            strokeWidth={line}
            strokeLinecap="round"
          />
        ) : (
          <path
            key={outline}
            d={outline}
            transform={transform}
            fill="currentColor"
            fillRule={isEvenOdd ? 'evenodd' : undefined}
          />
        ),
      )}
    </svg>
  )
}
