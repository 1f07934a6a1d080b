// One bar: replied in time, replied late, still waiting, overdue.
import type { EnquiryFigures } from '#schemas/function-results.ts'

const parts = [
  ['in_time', 'Replied in time'],
  ['late', 'Replied late'],
  ['waiting', 'Still waiting'],
  ['overdue', 'Overdue'],
] as const

export function Replies({ replies }: { replies: EnquiryFigures['replies'] }) {
  const all = parts.reduce((sum, [key]) => sum + replies[key], 0)
  let left = 0
  return (
    <>
      <svg className="replies" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(([key]) => {
          const width = (replies[key] / all) * 100
          left += width
          return (
            <rect key={key} className={`reply-${key}`} x={left - width} width={width} height="6" />
          )
        })}
      </svg>
      <ul className="legend">
        {parts.map(([key, name]) => (
          <li key={key}>
            <span className={`swatch reply-${key}`} aria-hidden="true" />
            {name}: {replies[key].toLocaleString('en-GB')}
          </li>
        ))}
      </ul>
      {replies.median_hours !== null && (
        <p className="soft">Half of the first replies came within {replies.median_hours} hours.</p>
      )}
    </>
  )
}
