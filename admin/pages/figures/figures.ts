import { queryOptions } from '@tanstack/react-query'
import type { EnquiryFigures } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { enquiriesKey } from '../enquiries/enquiries.ts'

const ever = '2000-01-01T00:00:00Z'

export const figuresQuery = (since = ever) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'figures', since],
    queryFn: async (): Promise<EnquiryFigures> => {
      const { data, error } = await tables.rpc('enquiry_figures', { since }, { get: true })
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch figures' },
  })
