// The columns of the board, one query each.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { live, readPage } from '../enquiries.ts'
import { enquiriesKey } from '../enquiries-key.ts'
import { type Filters, noFilters } from '../filters.ts'
import type { ColumnStatus } from './card-move.ts'

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
