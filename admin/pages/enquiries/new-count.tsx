import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Badge } from '#ui/badge/badge.tsx'
import { newCountQuery } from './enquiries.ts'

/** Beside the tab's name, and in the page's title: how many nobody has answered yet. */
export function NewCount() {
  const { data } = useQuery(newCountQuery)
  useEffect(() => {
    if (data === undefined) return
    const [title = ''] = document.title.match(/[^)]*$/) ?? []
    document.title = data === 0 ? title.trim() : `(${data}) ${title.trim()}`
  }, [data])
  return data ? <Badge kind="new">{data} new</Badge> : null
}
