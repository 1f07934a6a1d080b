import { useQuery } from '@tanstack/react-query'
import { newCountQuery } from './enquiries.ts'

/** Beside the tab's name: how many nobody has answered yet. */
export function NewCount() {
  const { data } = useQuery(newCountQuery)
  return data ? <span className="badge badge-new">{data} new</span> : null
}
