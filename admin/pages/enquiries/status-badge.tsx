import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { Badge, type BadgeKind } from '#ui/badge/badge.tsx'

const looks: Partial<Record<EnquiryStatus, BadgeKind>> = {
  new: 'new',
  won: 'strong',
  lost: 'faded',
  spam: 'faded',
}

export function StatusBadge({ status }: { status: EnquiryStatus }) {
  return <Badge kind={looks[status]}>{enquiryStatuses[status]}</Badge>
}
