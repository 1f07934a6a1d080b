import { useQuery } from '@tanstack/react-query'
import { Badge } from '#ui/badge/badge.tsx'
import { useCountInTitle } from '../../parts/page-title.ts'
import { newCountQuery } from './enquiries.ts'

/** The number of new enquiries, beside the tab's name and in the page title. */
export function NewCount() {
  const { data } = useQuery(newCountQuery)
  useCountInTitle(data)
  return data ? <Badge kind="new">{data} new</Badge> : null
}
