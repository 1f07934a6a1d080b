// What is kept of enquiries in the browser, and how it is read again after a change.
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Prefix of every query that a change of an enquiry can make stale. */
export const enquiriesKey = ['enquiries'] as const

/**
 * What is being read for the first time is cancelled: invalidating alone would keep its answer, which may
 * be from before the change.
 */
export async function readAnew(
  client: QueryClient,
  queryKey: QueryKey = enquiriesKey,
): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
