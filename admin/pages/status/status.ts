// Queries of the health checks and of the backups.
import { queryOptions } from '@tanstack/react-query'
import type { BackupState } from '#schemas/backups.ts'
import type { Check } from '#schemas/checks.ts'
import { callStaff } from '../../api.ts'

export const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: async () => {
    const { checks } = await callStaff<{ checks: Check[] }>('checks')
    return { checks, at: new Date().toISOString() }
  },
  staleTime: 0,
  meta: { failed: 'Failed to check' },
})

const activePollMs = 1_000
const idlePollMs = 30_000

/** Polled every second while a backup is running or being verified, whether manual or scheduled. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => callStaff<BackupState>('backups'),
  refetchInterval: ({ state: { data } }) => {
    const isUnchecked = data?.last && !data.last.checked_at && !data.last.check_error
    return data?.running || isUnchecked ? activePollMs : idlePollMs
  },
  staleTime: 0,
  meta: { failed: 'Failed to fetch backups' },
})
