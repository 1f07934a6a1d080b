// Saves a document's draft when typing stops, and tells what is not saved.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { editedBody } from './documents.ts'
import { type Site, type SiteDocument, saveDraft, siteQuery } from './site.ts'
import { type Path, withValue } from './values.ts'
import { withSaved } from './with-saved.ts'

export const typingPauseMs = 600

export type SaveState =
  | { status: 'untouched' | 'waiting' | 'saving' | 'saved' }
  | { status: 'failed'; message: string }
  /** A colleague saved meanwhile. */
  | { status: 'conflict'; message: string }

export function useAutosave(document: SiteDocument) {
  const { key } = document
  const client = useQueryClient()
  const [body, setBody] = useState(() => editedBody(document))
  const [state, setState] = useState<SaveState>({ status: 'untouched' })
  const latest = useRef({
    ...{ body, revision: document.draft?.revision ?? 0 },
    ...{ isUnsaved: false, isSaving: false },
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(undefined)

  const save = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    // One after the other: each save needs the revision of the one before.
    running.current = (running.current ?? Promise.resolve()).then(async () => {
      const { body: sent, revision, isUnsaved } = latest.current
      if (!isUnsaved) return
      setState({ status: 'saving' })
      latest.current.isUnsaved = false
      latest.current.isSaving = true
      try {
        const answer = await saveDraft({ key, state: 'edited', body: sent, revision })
        latest.current.revision = answer.revision
        client.setQueryData(
          siteQuery.queryKey,
          (site: Site | undefined) => site && withSaved(site, key, sent, answer),
        )
        setState({ status: latest.current.isUnsaved ? 'waiting' : 'saved' })
      } catch (error) {
        latest.current.isUnsaved = true
        const isConflict = error instanceof CallError && error.status === 409
        const message = toMessage(error, 'The server cannot be reached.')
        setState({ status: isConflict ? 'conflict' : 'failed', message })
      } finally {
        latest.current.isSaving = false
      }
    })
    return running.current
  }, [key, client])

  const change = useCallback(
    (path: Path, value: unknown) => {
      const next = withValue(latest.current.body, path, value)
      latest.current.body = next
      latest.current.isUnsaved = true
      setBody(next)
      setState((before) => (before.status === 'conflict' ? before : { status: 'waiting' }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), typingPauseMs)
    },
    [save],
  )

  // The draft was published, discarded, or saved by a colleague, and nothing here would be lost.
  useEffect(() => {
    const { isUnsaved, isSaving, revision } = latest.current
    const theirs = document.draft?.revision ?? 0
    if (isUnsaved || isSaving || theirs === revision) return
    latest.current.revision = theirs
    latest.current.body = editedBody(document)
    setBody(latest.current.body)
    setState({ status: 'untouched' })
  }, [document])

  // Another document is opened: what was typed last is saved at once.
  useEffect(() => () => void save(), [save])

  return {
    body,
    state,
    change,
    save,
    isUnsaved: () => latest.current.isUnsaved,
    /** Saves over what the colleague saved, which the owner has been told. */
    keepMine: async () => {
      const site = await client.fetchQuery(siteQuery)
      const theirs = site.documents.find((other) => other.key === key)?.draft
      latest.current.revision = theirs?.revision ?? 0
      await save()
    },
    /** Forgets what was typed. */
    giveUp: () => {
      latest.current.isUnsaved = false
    },
  }
}
