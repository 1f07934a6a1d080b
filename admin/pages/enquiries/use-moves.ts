// Moves enquiries to another status and shows the result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { toMessage } from '../../errors.ts'
import { showError, showNotice, showSuccess } from '../../notices/notices.tsx'
import { enquiryQuery, moveEnquiries, statusFields } from './enquiries.ts'
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
  const mutation = useMutation({
    /** The one enquiry as it is now; false when a colleague was faster. */
    async mutationFn(moves: Move[]): Promise<Enquiry | boolean> {
      let changed: Enquiry | undefined
      for (const { ids, status, lostReason, seen } of moves) {
        const reason = lostReason === undefined ? undefined : lostReason.trim() || null
        if (!seen) {
          await moveEnquiries(ids, status, reason)
          continue
        }
        changed = await changeEnquiry(client, seen, statusFields(status, reason))
        if (!changed) return false
      }
      return changed ?? true
    },
    onSuccess(result, moves) {
      if (!result) return
      onDone?.()
      const [move] = moves
      if (result === true || !move?.seen) showSuccess(describeMoves(moves))
      else showMoved(move.seen, result)
    },
    onError: (error) => showError(toMessage(error, 'Failed to update enquiry')),
    // After a failure too: some may have been moved. It is not waited for, or the next click would be lost.
    onSettled: () => void readAnew(client),
  })

  function showMoved({ status, lost_reason }: Enquiry, changed: Enquiry) {
    const { id } = changed
    const undo = () => {
      // With what else was changed since, an assignment for instance; not over another status.
      const read = client.getQueryData(enquiryQuery(id).queryKey)
      const isAsLeft = read?.status === changed.status && read.lost_reason === changed.lost_reason
      const seen = read && isAsLeft && read.version > changed.version ? read : changed
      mutation.mutate([{ ids: [id], status, lostReason: lost_reason ?? '', seen }])
    }
    showNotice({
      title: '',
      text: `Enquiry moved to ${enquiryStatuses[changed.status]}`,
      about: id,
      ...(status !== changed.status && { action: { label: 'Undo', run: undo } }),
    })
  }

  return mutation
}

function describeMoves(moves: Move[]): string {
  const count = moves.flatMap(({ ids }) => ids).length
  const what = count === 1 ? 'Enquiry' : `${count} enquiries`
  const [status, ...others] = new Set(moves.map((move) => move.status))
  if (!status || others.length > 0) return `${what} moved back`
  return `${what} moved to ${enquiryStatuses[status]}`
}
