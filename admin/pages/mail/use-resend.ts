// Sends a delivery again, and says so.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { enquiriesKey } from '../enquiries/enquiries.ts'

export function useResend(deliveryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callStaff('resend', { delivery_id: deliveryId }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: enquiriesKey })
      showSuccess('On its way again')
    },
    onError: (error) => showError(toMessage(error, 'Failed to send again')),
  })
}
