// Whether what comes late into a record has come.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { photosQuery } from './photos.ts'
import { timelineQuery } from './timeline-query.ts'

/** Nobody waits longer than this for the buttons. */
const maxWaitMs = 1_500

/** The photographs, and that the address was refused, stand above buttons and would move them. */
export function useIsSettled({ id, erased_at }: Enquiry): boolean {
  const photos = useQuery({ ...photosQuery(id), enabled: erased_at === null })
  const timeline = useQuery(timelineQuery(id))
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return isOver || !(photos.isLoading || timeline.isLoading)
}
