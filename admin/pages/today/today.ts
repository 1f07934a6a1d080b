// What today brings, of everybody or of the user alone.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tables } from '../../api.ts'
import { enquiriesKey } from '../enquiries/enquiries-key.ts'

export const todayQuery = (own: boolean) =>
  queryOptions({
    // Under enquiries: a change of one may change the day.
    queryKey: [...enquiriesKey, 'today', own],
    queryFn: async () => {
      const { data, error } = await tables.rpc('today', { own }, { get: true })
      if (error) throw error
      return data
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
    meta: { failed: 'Failed to fetch what is due today' },
  })
