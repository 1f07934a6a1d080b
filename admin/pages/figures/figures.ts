import { queryOptions } from '@tanstack/react-query'
import type { EnquiryFigures, EnquiryResults } from '#schemas/function-results.ts'
import { tables } from '../../api.ts'
import { enquiriesKey } from '../enquiries/enquiries-key.ts'

const allTime = '2000-01-01T00:00:00Z'

/** Without `until`: until now. */
export const figuresQuery = (since = allTime, until?: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'figures', since, until],
    queryFn: async (): Promise<EnquiryFigures> => {
      const { data, error } = await tables.rpc(
        'enquiry_figures',
        { since, ...(until && { until }) },
        { get: true },
      )
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch figures' },
  })

/** What became of them. */
export const resultsQuery = (since = allTime, until?: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'results', since, until],
    queryFn: async (): Promise<EnquiryResults> => {
      const { data, error } = await tables.rpc(
        'enquiry_results',
        { since, ...(until && { until }) },
        { get: true },
      )
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch figures' },
  })
