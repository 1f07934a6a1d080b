// An open record reads itself, its timeline and nothing else every few seconds. What a colleague does
// shows in one of the two: then what else the record shows is read again.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { enquiriesKey } from './enquiries-key.ts'
import { photosQuery } from './photos.ts'
import { timelineQuery } from './timeline-query.ts'

export function useNews({ id, version }: Enquiry): void {
  const client = useQueryClient()
  const { data: events } = useQuery(timelineQuery(id))
  const photos = events?.filter(({ kind }) => kind === 'photos').length
  const known = useRef<{ version: number; events: number }>(undefined)
  const knownPhotos = useRef<number>(undefined)
  const count = events?.length

  useEffect(() => {
    if (count === undefined) return
    const before = known.current
    known.current = { version, events: count }
    if (!before || (before.version === version && before.events === count)) return
    // Not what was read in the last seconds: after one's own change, all of it was.
    void client.invalidateQueries(
      { queryKey: enquiriesKey, stale: true, predicate: ({ queryKey }) => queryKey.includes(id) },
      // Nor what is being read after it.
      { cancelRefetch: false },
    )
  }, [client, id, version, count])

  useEffect(() => {
    if (photos === undefined) return
    const before = knownPhotos.current
    knownPhotos.current = photos
    if (before !== undefined && before !== photos) {
      void client.invalidateQueries({ queryKey: photosQuery(id).queryKey })
    }
  }, [client, id, photos])
}
