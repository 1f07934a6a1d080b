// What was checked when an administrator asked whether everything works, and how backups are.
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

const followMs = 1_000
const restMs = 30_000

/** Followed closely while one is taken or checked, whoever asked for it. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => callStaff<BackupState>('backups'),
  refetchInterval: ({ state: { data } }) => {
    const isUnchecked = data?.last && !data.last.checked_at && !data.last.check_error
    return data?.running || isUnchecked ? followMs : restMs
  },
  staleTime: 0,
  meta: { failed: 'Failed to fetch backups' },
})
