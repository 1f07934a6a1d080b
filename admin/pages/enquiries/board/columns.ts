// The columns of the board: one query each, and what a move changes in them before the server answers.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { type EnquiryPage, enquiriesKey, live, readPage } from '../enquiries.ts'
import { type Filters, noFilters } from '../filters.ts'

export type ColumnStatus = Exclude<EnquiryStatus, 'spam'>

/** In the order in which an enquiry usually moves. */
export const columnStatuses = Object.keys(enquiryStatuses).filter(
  (status) => status !== 'spam',
) as ColumnStatus[]

/** How many cards a column shows, and "Show more" adds. */
export const columnSize = 30

export const boardKey = [...enquiriesKey, 'board'] as const

/** Newest first, by the index of the status. */
export function columnQuery(filters: Filters, status: ColumnStatus, size: number) {
  const { sort, page, view, ...narrowing } = { ...noFilters, ...filters, status }
  return queryOptions({
    queryKey: [...boardKey, status, narrowing, size],
    queryFn: ({ signal }) => readPage({ ...noFilters, ...narrowing, sort: 'newest' }, signal, size),
    placeholderData: keepPreviousData,
    ...live,
    meta: { failed: 'Failed to fetch enquiries' },
  })
}

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
