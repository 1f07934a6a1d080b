// Publishes drafts, and tells what stands against it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showSuccess } from '../../notices/notices.tsx'
import { describeChanges } from './describe-changes.ts'
import { nameOfDocument } from './document-names.ts'
import { editedBody, publicBody } from './documents.ts'
import {
  publish,
  rebaseDraft,
  type Site,
  type SiteDocument,
  type SiteProblem,
  siteQuery,
  versionsQuery,
} from './site.ts'

export function usePublish(site: Site, onPublished: () => void) {
  const client = useQueryClient()
  const [outdated, setOutdated] = useState<string[]>([])
  const publication = useMutation({
    mutationFn: async (documents: SiteDocument[]) => {
      // The owner has been told that the published text is another by now.
      for (const { key, draft } of documents) {
        if (draft && outdated.includes(key)) await rebaseDraft(key, draft.revision)
      }
      const keys = documents.map(({ key }) => key)
      return publish(keys, documents.flatMap(summaryOf))
    },
    async onSuccess() {
      await Promise.all([
        client.fetchQuery(siteQuery),
        client.invalidateQueries({ queryKey: versionsQuery.queryKey }),
      ])
      showSuccess('Published: visitors see it now')
      onPublished()
    },
    async onError(error) {
      setOutdated(detailsOf(error).keys ?? [])
      await client.fetchQuery(siteQuery)
    },
  })
  const { error } = publication
  return {
    publish: publication.mutate,
    isPending: publication.isPending,
    isOutdated: outdated.length > 0,
    message: error ? toMessage(error, 'The changes could not be published.') : undefined,
    /** That the server found in the site as it would be. */
    problems: (detailsOf(error).problems ?? []).filter(
      (problem) => !site.problems.some((known) => known.key === problem.key),
    ),
  }
}

function detailsOf(error: unknown): { keys?: string[]; problems?: SiteProblem[] } {
  return error instanceof CallError ? ((error.details ?? {}) as object) : {}
}

/** One line for each change, with the name of the document in front. */
function summaryOf(document: SiteDocument): string[] {
  const before = publicBody(document)
  const after = editedBody(document)
  const name = nameOfDocument(document.key, after ?? before)
  return describeChanges(document.key, before, after).map((line) => `${name}: ${line}`)
}
