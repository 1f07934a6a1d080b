// Sends an email again or discards it, and shows the result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { readAnew } from '../enquiries/enquiries-key.ts'

export function useMailChange(verb: string, body: Record<string, string>, success: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callStaff(verb, body),
    onSuccess: () => showSuccess(success),
    onError: (error) => showError(toMessage(error, 'Failed to update the email')),
    onSettled: () => readAnew(client),
  })
}
