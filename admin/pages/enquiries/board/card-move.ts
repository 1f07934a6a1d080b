// What a move changes in the columns before the server answers.
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import type { EnquiryPage } from '../enquiries.ts'

export type ColumnStatus = Exclude<EnquiryStatus, 'spam'>

/** In the order in which an enquiry usually moves. */
export const columnStatuses = Object.keys(enquiryStatuses).filter(
  (status) => status !== 'spam',
) as ColumnStatus[]

/** Where a card goes from where it is now; undefined: nowhere. */
export type ChooseColumn = (now: ColumnStatus) => ColumnStatus | undefined

export interface CardMove {
  card: Enquiry
  status: ColumnStatus
  lostReason?: string
}

/** The column as it will be when the card is moved. */
export function withMoved(
  page: EnquiryPage,
  column: EnquiryStatus,
  { card, status }: CardMove,
): EnquiryPage {
  const isIn = page.enquiries.some(({ id }) => id === card.id)
  const others = page.enquiries.filter(({ id }) => id !== card.id)
  if (column !== status) {
    return isIn ? { enquiries: others, total: counted(page.total, -1) } : page
  }
  const moved = { ...card, status, waiting_until: status === 'new' ? card.waiting_until : null }
  return {
    enquiries: [...others, moved].sort(newestFirst),
    total: isIn ? page.total : counted(page.total, 1),
  }
}

/** With the row as the server has it now: the next move goes by its version. */
export function withChanged(page: EnquiryPage, changed: Enquiry): EnquiryPage {
  return {
    ...page,
    enquiries: page.enquiries.map((one) =>
      one.id === changed.id && one.status === changed.status ? { ...one, ...changed } : one,
    ),
  }
}

const counted = (total: number | undefined, change: number) =>
  total === undefined ? undefined : total + change

function newestFirst(one: Enquiry, other: Enquiry): number {
  const later = Date.parse(other.created_at) - Date.parse(one.created_at)
  return later || (one.id < other.id ? -1 : 1)
}
