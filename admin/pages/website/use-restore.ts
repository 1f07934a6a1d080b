// Goes back to an earlier state of the site.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { restore, siteQuery, versionsQuery } from './site.ts'

export interface Restoration {
  version: number
  summary: string[]
  /** What visitors see then. */
  message: string
}

export function useRestore(onRestored?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, summary }: Restoration) => restore(version, summary),
    async onSuccess(_result, { message }) {
      await Promise.all([
        client.fetchQuery(siteQuery),
        client.invalidateQueries({ queryKey: versionsQuery.queryKey }),
      ])
      showSuccess(message)
      onRestored?.()
    },
    onError: (error) => showError(toMessage(error, 'The earlier state could not be restored')),
  })
}
