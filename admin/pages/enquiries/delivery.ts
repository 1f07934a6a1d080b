import { queryOptions } from '@tanstack/react-query'
import type { EnquiryDelivery } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { enquiriesKey } from './enquiries.ts'

export const channels: Record<EnquiryDelivery['channel'], string> = {
  office_mail: 'Mail to the office',
  thank_you_mail: 'Thank-you mail',
  webhook: 'Copy to another system',
}

export const states: Record<EnquiryDelivery['state'], string> = {
  waiting: 'Waiting',
  withheld: 'Held back as spam',
  in_outbox: 'In the outbox',
  delivered: 'Sent',
  failed: 'Failed',
  cancelled: 'Not sent: the enquiry was erased',
}

export const deliveriesQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'deliveries', enquiryId],
    queryFn: async () => {
      const { data, error } = await tables
        .from('enquiry_deliveries')
        .select('*')
        .eq('enquiry_id', enquiryId)
        .order('channel')
      if (error) throw error
      return data
    },
    // A mail that waits goes out while its enquiry is open.
    refetchInterval: 15_000,
    meta: { failed: 'Failed to fetch deliveries' },
  })
