// The badges of an enquiry: its status, its reply deadline, and the mark of the spam filter.

import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Badge, type BadgeKind } from '#ui/badge/badge.tsx'
import { formatRelativeTime, formatSpan } from '#ui/relative-time/relative-time.tsx'
import { useNow } from '#ui/relative-time/use-now.ts'

export function ReplyDueBadge({ enquiry: { waiting_until } }: { enquiry: Enquiry }) {
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

const badgeKinds: Partial<Record<EnquiryStatus, BadgeKind>> = {
  new: 'new',
  won: 'strong',
  lost: 'faded',
  spam: 'faded',
}

/** A quiet mark on an enquiry that the spam filter was not sure about, until staff have answered it. */
export function DoubtfulMark({ enquiry: { verdict, status } }: { enquiry: Enquiry }) {
  if (verdict !== 'doubtful' || status !== 'new') return null
  return <Badge kind="faded">May be advertising</Badge>
}

export function StatusBadge({ status }: { status: EnquiryStatus }) {
  return <Badge kind={badgeKinds[status]}>{enquiryStatuses[status]}</Badge>
}
