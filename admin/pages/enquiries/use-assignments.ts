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
  /** To whom they were assigned by the change that this one undoes: not where a colleague has since. */
  from?: string | null
}

export function useAssignments(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(assignments: Assignment[]) {
      let count = 0
      for (const assignment of assignments) count += await assign(assignment)
      return count
    },
    onSuccess(count, assignments) {
      onDone()
      showSuccess(count === 1 ? 'Assignment saved' : `${count} assignments saved`)
      if (count < assignments.flatMap(({ ids }) => ids).length) {
        showError('A colleague has assigned the others since.')
      }
    },
    onError: (error) => showError(toMessage(error, 'Failed to assign the enquiries')),
    // After a failure too: some may have been assigned. It is not waited for, as with moves.
    onSettled: () => void readAnew(client),
  })
}

/** How many were changed. */
async function assign({ ids, to, from }: Assignment): Promise<number> {
  const update = tables.from('enquiries').update({ assigned_to: to }).in('id', ids)
  if (from) update.eq('assigned_to', from)
  if (from === null) update.is('assigned_to', null)
  const { data, error } = await update.select('id')
  if (error) throw error
  return data.length
}
