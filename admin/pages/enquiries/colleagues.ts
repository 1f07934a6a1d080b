// The people to whom an enquiry can be assigned.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Colleague } from '#schemas/function-results.ts'
import { tables } from '../../api.ts'
import { useSession } from '../../session/session.tsx'

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: async () => {
    const { data, error } = await tables.rpc('colleagues', {}, { get: true })
    if (error) throw error
    return data
  },
  staleTime: 60_000,
  meta: { failed: 'Failed to fetch your colleagues' },
})

export function useOwnId(): string | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.id : undefined
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
