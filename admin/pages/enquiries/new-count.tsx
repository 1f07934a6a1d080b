import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Badge } from '#ui/badge/badge.tsx'
import { newCountQuery } from './enquiries.ts'

/** The number of new enquiries, beside the tab's name and in the page title. */
export function NewCount() {
  const { data } = useQuery(newCountQuery)
  useEffect(() => {
    if (data === undefined) return
    const [title = ''] = document.title.match(/[^)]*$/) ?? []
    document.title = data === 0 ? title.trim() : `(${data}) ${title.trim()}`
  }, [data])
  return data ? <Badge kind="new">{data} new</Badge> : null
}
