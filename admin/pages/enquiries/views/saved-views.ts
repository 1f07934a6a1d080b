// Views of the enquiries: the built-in ones and those that staff saved.
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { SavedView } from '#schemas/tables.ts'
import { tables } from '../../../api.ts'
import { type Filters, FiltersSchema, noFilters, toSearch } from '../filters.ts'

export const viewsKey = ['saved-views'] as const

export const savedViewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: async () => {
    const { data, error } = await tables.from('saved_views').select('*').order('name').order('id')
    if (error) throw error
    return data
  },
  staleTime: 30_000,
  meta: { failed: 'Failed to fetch the views' },
})

export type NewView = Pick<SavedView, 'name' | 'query' | 'is_shared'>

export async function addView(view: NewView): Promise<void> {
  const { error } = await tables.from('saved_views').insert(view)
  if (error) throw inWords(error)
}

export async function changeView(id: string, change: Partial<NewView>): Promise<void> {
  const { data, error } = await tables.from('saved_views').update(change).eq('id', id).select('id')
  if (error) throw inWords(error)
  if (data.length === 0) throw new Error('This view is gone')
}

export async function deleteView(id: string): Promise<void> {
  const { error } = await tables.from('saved_views').delete().eq('id', id)
  if (error) throw error
}

/** Of the database's refusals, the one that a person can do something about. */
function inWords(error: { code: string; message: string }): Error {
  const isTaken = error.code === '23505'
  return new Error(isTaken ? 'You have a view of this name: choose another' : error.message)
}

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
