// Moves enquiries to another status and shows the result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { moveEnquiries, statusFields } from './enquiries.ts'
import { readAnew } from './enquiries-key.ts'
import { changeEnquiry } from './use-change.ts'

export interface Move {
  ids: string[]
  status: EnquiryStatus
  /** Undefined: enquiries that have a reason keep it. */
  lostReason?: string
  /** The one enquiry as it was read: not moved if a colleague changed it since. */
  seen?: Enquiry
}

export function useMoves(onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(moves: Move[]) {
      for (const { ids, status, lostReason, seen } of moves) {
        const reason = lostReason === undefined ? undefined : lostReason.trim() || null
        if (!seen) await moveEnquiries(ids, status, reason)
        else if (!(await changeEnquiry(client, seen, statusFields(status, reason)))) return false
      }
      return true
    },
    async onSuccess(isMoved, moves) {
      if (!isMoved) return
      onDone?.()
      showSuccess(describeMoves(moves))
    },
    onError: (error) => showError(toMessage(error, 'Failed to update enquiry')),
    // After a failure too: some may have been moved.
    onSettled: () => readAnew(client),
  })
}

function describeMoves(moves: Move[]): string {
  const count = moves.flatMap(({ ids }) => ids).length
  const what = count === 1 ? 'Enquiry' : `${count} enquiries`
  const [status, ...others] = new Set(moves.map((move) => move.status))
  if (!status || others.length > 0) return `${what} moved back`
  return `${what} moved to ${enquiryStatuses[status]}`
}
