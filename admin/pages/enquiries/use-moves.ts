// Moves enquiries to another status and shows the result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { enquiriesKey, moveEnquiries } from './enquiries.ts'

export interface Move {
  ids: string[]
  status: EnquiryStatus
  /** Undefined: enquiries that have a reason keep it. */
  lostReason?: string
}

export function useMoves(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(moves: Move[]) {
      for (const { ids, status, lostReason } of moves) {
        await moveEnquiries(
          ids,
          status,
          lostReason === undefined ? undefined : lostReason.trim() || null,
        )
      }
    },
    async onSuccess(_, moves) {
      onDone?.()
      showSuccess(describeMoves(moves))
    },
    onError: (error) => showError(toMessage(error, 'Failed to update enquiry')),
    // After a failure too: some may have been moved.
    onSettled: () => client.invalidateQueries({ queryKey: enquiriesKey }),
  })
}

function describeMoves(moves: Move[]): string {
  const count = moves.flatMap(({ ids }) => ids).length
  const what = count === 1 ? 'Enquiry' : `${count} enquiries`
  const [status, ...others] = new Set(moves.map((move) => move.status))
  if (!status || others.length > 0) return `${what} moved back`
  return `${what} moved to ${enquiryStatuses[status]}`
}
