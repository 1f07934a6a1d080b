// Saves the drafts of several documents, as a new, moved or removed page concerns more than one.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import type { Change } from './links.ts'
import { type Site, saveDraft, siteQuery } from './site.ts'

export function useChanges(site: Site, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: Change[]) => {
      for (const change of changes) {
        const { draft } = site.documents.find(({ key }) => key === change.key) ?? {}
        await saveDraft({ ...change, revision: draft?.revision ?? 0, version: site.version })
      }
    },
    onSuccess: onSaved,
    onError: (error) => showError(toMessage(error, 'The change could not be saved')),
    // Also after a failure: some of the drafts may be saved.
    onSettled: () => client.fetchQuery(siteQuery),
  })
}
