import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'

const looks: Partial<Record<EnquiryStatus, string>> = {
  new: 'badge badge-new',
  won: 'badge badge-strong',
  lost: 'badge badge-faded',
  spam: 'badge badge-faded',
}

export function StatusBadge({ status }: { status: EnquiryStatus }) {
  return <span className={looks[status] ?? 'badge'}>{enquiryStatuses[status]}</span>
}
