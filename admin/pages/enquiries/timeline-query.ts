// What happened to an enquiry.
import { queryOptions } from '@tanstack/react-query'
import type { TimelineDelivery, TimelineEvent } from '#schemas/timeline.ts'
import { tables } from '../../api.ts'
import { enquiriesKey } from './enquiries-key.ts'

export const timelineQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'timeline', enquiryId],
    queryFn: async () => {
      const { data, error } = await tables.rpc('enquiry_timeline', { enquiry: enquiryId })
      if (error) throw error
      return data as TimelineEvent[]
    },
    // A waiting email may be sent while the enquiry is open: one just written is on its way.
    refetchInterval: ({ state }) => (deliveriesIn(state.data).some(isFresh) ? 2_000 : 15_000),
    refetchOnWindowFocus: true,
    meta: { failed: 'Failed to fetch what happened' },
  })

const isFresh = ({ state, tries }: TimelineDelivery) => state === 'waiting' && tries === 0

export function deliveriesIn(events: readonly TimelineEvent[] = []): TimelineDelivery[] {
  return events.flatMap((event) => ('delivery' in event && event.delivery ? [event.delivery] : []))
}

/** The mail server refused the customer's address for good, and it was not corrected since. */
export function isAddressRefused(events: readonly TimelineEvent[] = []): boolean {
  const corrected = events.findLastIndex(
    (event) =>
      event.kind === 'step' &&
      Array.isArray(event.after.corrected) &&
      event.after.corrected.includes('email'),
  )
  return events.slice(corrected + 1).some((event) => {
    const isToCustomer =
      (event.kind === 'delivery' && event.delivery.channel === 'thank_you_mail') ||
      (event.kind === 'message' && event.colleague === null)
    return isToCustomer && event.delivery?.refused === 'address'
  })
}
