// Reads and stops the request for a review of an enquiry.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReviewRequestState, StopReason } from '#schemas/review-requests.ts'
import { callEnquiry, tables } from '../../../api.ts'
import { toMessage } from '../../../errors.ts'
import { showError, showSuccess } from '../../../notices/notices.tsx'
import { enquiriesKey, readAnew } from '../enquiries-key.ts'

/** Whether requests go out, and how many have. */
export const requestStateQuery = queryOptions({
  queryKey: [...enquiriesKey, 'review-requests'],
  queryFn: () => callEnquiry<ReviewRequestState>('review-requests'),
  // Who comes back from publishing the switch sees what it did, as soon as the server has read it.
  staleTime: 0,
  refetchInterval: 5_000,
  meta: { failed: 'Failed to fetch review requests' },
})

export const requestQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'review-request', enquiryId],
    queryFn: async () => {
      const { data, error } = await tables
        .from('review_requests')
        .select('*')
        .eq('enquiry_id', enquiryId)
        .maybeSingle()
      if (error) throw error
      return data
    },
    // The server sets the time of one just planned, and sends it while the record is open.
    refetchInterval: ({ state: { data } }) =>
      data?.state !== 'planned' ? false : isJustPlanned(data.won_at) ? 2_000 : 15_000,
    meta: { failed: 'Failed to fetch the review request' },
  })

const isJustPlanned = (at: string) => Date.now() - Date.parse(at) < 10_000

export function useStop(enquiryId: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (why: StopReason) => {
      const { error } = await tables.rpc('stop_review_request', { enquiry: enquiryId, why })
      if (error) throw error
    },
    onSuccess() {
      onDone()
      showSuccess('Review request stopped')
    },
    onError: (error) => showError(toMessage(error, 'Failed to stop the review request')),
    onSettled: () => readAnew(client),
  })
}
