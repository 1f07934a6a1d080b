// The views of the enquiries that staff saved.
import { queryOptions } from '@tanstack/react-query'
import type { SavedView } from '#schemas/tables.ts'
import { tables } from '../../../api.ts'

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
  if (error) throw describeRefusal(error)
}

export async function changeView(id: string, change: Partial<NewView>): Promise<void> {
  const { data, error } = await tables.from('saved_views').update(change).eq('id', id).select('id')
  if (error) throw describeRefusal(error)
  if (data.length === 0) throw new Error('This view is gone')
}

export async function deleteView(id: string): Promise<void> {
  const { error } = await tables.from('saved_views').delete().eq('id', id)
  if (error) throw error
}

/** Of the database's refusals, the one that a person can do something about. */
function describeRefusal(error: { code: string; message: string }): Error {
  const isTaken = error.code === '23505'
  return new Error(isTaken ? 'You have a view of this name: choose another' : error.message)
}
