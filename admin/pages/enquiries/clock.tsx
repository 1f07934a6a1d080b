// The 24-hour promise: how long there is still, or since when it is broken.
import type { Enquiry } from '#schemas/tables.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { formatRelativeTime, formatSpan } from '#ui/relative-time/relative-time.tsx'
import { useNow } from '#ui/relative-time/use-now.ts'

export function Clock({ enquiry: { waiting_until } }: { enquiry: Enquiry }) {
  const now = useNow()
  if (!waiting_until) return null
  const due = new Date(waiting_until)
  const isLate = due < now
  return (
    <Badge kind={isLate ? 'late' : 'faded'}>
      {isLate ? `Overdue by ${formatSpan(due, now)}` : `Reply due ${formatRelativeTime(due, now)}`}
    </Badge>
  )
}
