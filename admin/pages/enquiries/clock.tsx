// The 24-hour promise: how long there is still, or since when it is broken.
import type { Enquiry } from '#schemas/tables.ts'
import { saySpan, sayWhen } from '../../parts/moment.tsx'
import { useNow } from '../../parts/use-now.ts'

export function Clock({ enquiry: { waiting_until } }: { enquiry: Enquiry }) {
  const now = useNow()
  if (!waiting_until) return null
  const due = new Date(waiting_until)
  const isLate = due < now
  return (
    <span className={isLate ? 'badge badge-late' : 'badge badge-faded'}>
      {isLate ? `Overdue by ${saySpan(due, now)}` : `Answer due ${sayWhen(due, now)}`}
    </span>
  )
}
