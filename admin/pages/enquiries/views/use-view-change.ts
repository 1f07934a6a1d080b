import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toMessage } from '../../../errors.ts'
import { readAnew } from '../enquiries-key.ts'
import { viewsKey } from './saved-views.ts'

/** Changes views and reads them again; `message` says why it failed. */
export function useViewChange<Input>(run: (input: Input) => Promise<void>, onDone: () => void) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onSettled: () => readAnew(client, viewsKey),
  })
  const message = mutation.isError
    ? toMessage(mutation.error, 'Failed to change the view')
    : undefined
  return { ...mutation, message }
}
