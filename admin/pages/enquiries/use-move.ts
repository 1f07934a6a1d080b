// Moves enquiries to another status, with its notices.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { enquiriesKey, moveEnquiries } from './enquiries.ts'

export interface Move {
  ids: string[]
  status: EnquiryStatus
  lostReason?: string
}

export function useMove(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, status, lostReason }: Move) =>
      moveEnquiries(ids, status, lostReason === undefined ? undefined : lostReason.trim() || null),
    async onSuccess(_, { ids, status }) {
      onDone?.()
      await client.invalidateQueries({ queryKey: enquiriesKey })
      const what = ids.length === 1 ? 'Enquiry' : `${ids.length} enquiries`
      showSuccess(`${what} moved to ${enquiryStatuses[status]}`)
    },
    onError: (error) => showError(toMessage(error, 'Failed to update enquiry')),
  })
}
