// What was looked at when somebody asked whether everything works.
import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '../../api.ts'

export interface Check {
  id: string
  state: 'fine' | 'look' | 'broken'
  finding: string
  advice?: string
}

export const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: async () => {
    const { checks } = await callStaff<{ checks: Check[] }>('checks')
    return { checks, at: new Date().toISOString() }
  },
  staleTime: 0,
  meta: { failed: 'Failed to check' },
})
