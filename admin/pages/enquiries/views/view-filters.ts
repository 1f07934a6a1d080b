// What a view shows: its filters as they are kept, and those of the built-in views.
import * as v from 'valibot'
import { type Filters, FiltersSchema, noFilters, toSearch } from '../filters.ts'

/**
 * Without the search, which is mostly the name of a customer, and without the page. Sorted, because an
 * address may have its filters in any order.
 */
export function queryOf(filters: Filters): string {
  const kept = Object.entries(toSearch({ ...filters, search: '', page: 1 }))
  const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]))
  query.sort()
  return query.toString()
}

/** What is no filter, or none any more, is left out. */
export function filtersOf(query: string): Filters {
  const read = v.parse(FiltersSchema, Object.fromEntries(new URLSearchParams(query)))
  return { ...read, search: '', page: 1 }
}

export interface BuiltInView {
  name: string
  filters: Filters
}

/** In the list or on the board, as it is now; what is overdue has one status, so it is a list. */
export function builtInViews(own: string | undefined, view: Filters['view']): BuiltInView[] {
  return [
    { name: 'All enquiries', filters: { ...noFilters, view } },
    ...(own ? [{ name: 'My enquiries', filters: { ...noFilters, view, assigned: own } }] : []),
    { name: 'Nobody’s', filters: { ...noFilters, view, assigned: 'nobody' } },
    { name: 'Overdue', filters: { ...noFilters, status: 'overdue' } },
  ]
}

export const isSameView = (one: Filters, other: Filters) => queryOf(one) === queryOf(other)
