// Assigns several enquiries to a colleague, or to nobody, and shows the result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from './enquiries-key.ts'

export interface Assignment {
  ids: string[]
  /** A colleague's id. */
  to: string | null
}

export function useAssignments(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(assignments: Assignment[]) {
      for (const { ids, to } of assignments) {
        const { error } = await tables.from('enquiries').update({ assigned_to: to }).in('id', ids)
        if (error) throw error
      }
    },
    onSuccess(_, assignments) {
      onDone()
      const count = assignments.flatMap(({ ids }) => ids).length
      showSuccess(count === 1 ? 'Assignment saved' : `${count} assignments saved`)
    },
    onError: (error) => showError(toMessage(error, 'Failed to assign the enquiries')),
    // After a failure too: some may have been assigned. It is not waited for, as with moves.
    onSettled: () => void readAnew(client),
  })
}
