// Reads and changes the visits of an enquiry.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEnquiry, tables } from '../../../api.ts'
import { toMessage } from '../../../errors.ts'
import { showError, showSuccess } from '../../../notices/notices.tsx'
import { enquiriesKey, readAnew } from '../enquiries-key.ts'

export const visitsQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'visits', enquiryId],
    queryFn: async () => {
      const { data, error } = await tables
        .from('enquiry_visits')
        .select('*')
        .eq('enquiry_id', enquiryId)
        .order('starts_at')
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch visits' },
  })

interface Answer {
  notified: { customer: boolean; colleague: boolean }
  has_mail_server: boolean
}

const keptForCustomer =
  'The customer is not told: the email is kept, because no mail server is set up.'

/** `notifiesError`: for where no form shows it. */
export function useVisitChange(done: string, { notifiesError = false, onDone = () => {} } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: object) => callEnquiry<Answer>('visit', request),
    onSuccess({ notified, has_mail_server }) {
      onDone()
      const note = has_mail_server ? 'The customer gets an email.' : keptForCustomer
      showSuccess(notified.customer ? `${done}. ${note}` : done)
    },
    onError(error) {
      if (notifiesError) showError(toMessage(error, 'Failed to change the visit'))
    },
    onSettled: () => readAnew(client),
  })
}
