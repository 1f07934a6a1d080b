// The people to whom an enquiry can be assigned.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Colleague } from '#schemas/function-results.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { useOwnId } from '../../session/session.tsx'

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: async () => {
    const { data, error } = await tables.rpc('colleagues', {}, { get: true })
    if (error) throw error
    return withAddresses(data)
  },
  staleTime: 60_000,
  meta: { failed: 'Failed to fetch your colleagues' },
})

/** What the database calls a colleague who has given no name. */
export const nameless = 'A colleague'

/**
 * Colleagues without a name are told apart by their email addresses. Only administrators may read those
 * of others; for staff they keep the name that the database gives.
 */
async function withAddresses(colleagues: Colleague[]): Promise<Colleague[]> {
  const ids = colleagues.flatMap(({ id, name }) => (name === nameless ? id : []))
  if (ids.length === 0) return colleagues
  const { data, error } = await tables.from('profiles').select('id, email').in('id', ids)
  // The addresses are a help only.
  if (error) return colleagues
  const addresses = new Map(data.map(({ id, email }) => [id, email]))
  return colleagues.map(({ id, name }) => ({ id, name: addresses.get(id) || name }))
}

/** The colleague's name as the lists show it. */
export function useAssignedNames(): (enquiry: Enquiry) => string | null {
  const { data = [] } = useQuery(colleaguesQuery)
  return ({ assigned_to, assigned_name }) => {
    if (assigned_name !== nameless) return assigned_name
    return data.find(({ id }) => id === assigned_to)?.name ?? assigned_name
  }
}

/** Names by id, the user's own first; with who is `chosen`, should their role be gone. */
export function useColleagueNames(chosen = ''): Record<string, string> {
  const own = useOwnId()
  const { data = [] } = useQuery(colleaguesQuery)
  return colleagueNames(data, own, chosen)
}

export function colleagueNames(
  colleagues: Colleague[],
  own: string | undefined,
  chosen: string,
): Record<string, string> {
  const names = Object.fromEntries(colleagues.map(({ id, name }) => [id, name]))
  const me = own && own in names ? { [own]: `${names[own]} (me)` } : {}
  const former = chosen && !(chosen in names) ? { [chosen]: 'A former colleague' } : {}
  return {
    ...me,
    ...Object.fromEntries(Object.entries(names).filter(([id]) => id !== own)),
    ...former,
  }
}
