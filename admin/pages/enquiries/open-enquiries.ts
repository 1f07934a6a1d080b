// Open enquiries by who they are assigned to: also to colleagues whose account is disabled or whose role is
// gone, whom nothing else in the dashboard offers.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { EnquiryStatus } from '#schemas/enquiry.ts'
import type { Colleague } from '#schemas/function-results.ts'
import { tables } from '../../api.ts'
import { colleaguesQuery, nameless } from './colleagues.ts'
import { enquiriesKey } from './enquiries-key.ts'

const openStatuses: EnquiryStatus[] = ['new', 'contacted', 'visit_booked', 'quoted']

/** How many open enquiries this colleague has. */
export const openCountQuery = (colleagueId: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'open-count', colleagueId],
    queryFn: async () => {
      const { error, count } = await tables
        .from('enquiries')
        .select('id', { count: 'exact', head: true })
        .eq('assigned_to', colleagueId)
        .in('status', openStatuses)
        .is('erased_at', null)
      if (error) throw error
      return count ?? 0
    },
  })

/** More rows are not read to find those few people. */
const maxRead = 1_000

const formerQuery = (colleagues: Colleague[]) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'former-colleagues', colleagues.map(({ id }) => id)],
    queryFn: async () => {
      const { data, error } = await tables
        .from('enquiries')
        .select('assigned_to, assigned_name')
        .not('assigned_to', 'is', null)
        .not('assigned_to', 'in', `(${colleagues.map(({ id }) => id).join(',')})`)
        .in('status', openStatuses)
        .is('erased_at', null)
        .limit(maxRead)
      if (error) throw error
      return data
    },
    staleTime: 60_000,
  })

/** Names by id of former colleagues who still have open enquiries. */
export function useFormerColleagues(): Record<string, string> {
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const { data = [] } = useQuery({ ...formerQuery(colleagues), enabled: colleagues.length > 0 })
  return Object.fromEntries(
    data.map(({ assigned_to, assigned_name: name }) => [
      assigned_to,
      name && name !== nameless ? `${name} (former colleague)` : 'A former colleague',
    ]),
  )
}
