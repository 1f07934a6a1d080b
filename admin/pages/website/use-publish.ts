// Publishes drafts, and shows what prevents it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showSuccess } from '../../notices/notices.tsx'
import { useOwnId } from '../../session/session.tsx'
import { nameOfDocument } from './document-names.ts'
import { editedBody, isEmailText, publicBody } from './documents.ts'
import { summaryOf } from './publish-groups.ts'
import {
  publish,
  rebaseDraft,
  type Site,
  type SiteDocument,
  type SiteProblem,
  siteQuery,
  versionsQuery,
} from './site.ts'
import { isSame } from './values.ts'

export function usePublish(site: Site, onPublished: (version: number) => void) {
  const client = useQueryClient()
  const ownId = useOwnId()
  const [outdated, setOutdated] = useState<string[]>([])
  const publication = useMutation({
    mutationFn: async (documents: SiteDocument[]) => {
      const drafts: { key: string; revision: number }[] = []
      for (const { key, draft } of documents) {
        const seen = draft?.revision ?? 0
        // The owner has been told that the published text is another by now.
        drafts.push({ key, revision: outdated.includes(key) ? await rebaseDraft(key, seen) : seen })
      }
      return publish(drafts, summaryOf(documents))
    },
    async onSuccess({ version }, documents) {
      // The history too: what is undone next is this publication.
      await Promise.all([client.fetchQuery(siteQuery), client.fetchQuery(versionsQuery)])
      const areEmails = documents.every(({ key }) => isEmailText(key))
      showSuccess(areEmails ? 'Published: emails have it now' : 'Published: visitors see it now')
      onPublished(version)
    },
    async onError(error) {
      const { documents } = await client.fetchQuery(siteQuery)
      // Without those whose draft is gone.
      const drafted = documents.filter(({ draft }) => draft).map(({ key }) => key)
      setOutdated((detailsOf(error).keys ?? []).filter((key) => drafted.includes(key)))
    },
  })
  const { error } = publication
  return {
    publish: publication.mutate,
    /** Another choice: what was found is shown again. */
    reset() {
      setOutdated([])
      publication.reset()
    },
    isPending: publication.isPending,
    isOutdated: outdated.length > 0,
    message: error ? wordsFor(error, site, ownId) : undefined,
    /** That the server found in the site as it would be. */
    problems: (detailsOf(error).problems ?? []).filter(
      ({ key, path, message }) =>
        !site.problems.some(
          (known) => known.key === key && known.message === message && isSame(known.path, path),
        ),
    ),
  }
}

interface Details {
  /** Whose published text is another than the draft was begun from. */
  keys?: string[]
  /** Whose draft a colleague has saved since it was looked at. */
  changed?: string[]
  problems?: SiteProblem[]
}

function detailsOf(error: unknown): Details {
  return error instanceof CallError ? ((error.details ?? {}) as object) : {}
}

function wordsFor(error: unknown, { documents }: Site, ownId: string | undefined): string {
  const { keys = [], changed = [] } = detailsOf(error)
  const named = documents.filter(({ key }) => keys.includes(key) || changed.includes(key))
  if (named.length === 0) return toMessage(error, 'The changes could not be published.')
  const names = named
    .map((document) => nameOfDocument(document.key, editedBody(document) ?? publicBody(document)))
    .join(', ')
  if (named.every(({ draft }) => !draft)) {
    return `Published or discarded meanwhile: ${names}. Nothing else is published yet.`
  }
  if (keys.length > 0) {
    return `Something else was published since you began with this: ${names}. Nothing is published yet.`
  }
  const isOwn = named.every(({ draft }) => draft?.updated_by === ownId)
  const who = isOwn ? 'You have just changed this elsewhere' : 'A colleague has just changed this'
  return `${who}: ${names}. Nothing is published yet. Look at the changes below, then publish.`
}
