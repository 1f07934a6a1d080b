// Saves a document's draft when typing stops, and shows what is not saved.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toMessage } from '../../errors.ts'
import { useOwnId } from '../../session/session.tsx'
import { type ConflictText, describeConflict } from './describe-conflict.ts'
import { editedBody, publicBody } from './documents.ts'
import { type OpenEditor, useOpenEditors } from './open-editors.ts'
import { type Site, type SiteDocument, saveDraft, siteQuery } from './site.ts'
import { isSame, type Path, withValue } from './values.ts'
import { withSaved } from './with-saved.ts'

export const typingPauseMs = 600

export type SaveState =
  | { status: 'untouched' | 'waiting' | 'saving' | 'saved' }
  | { status: 'failed'; message: string }
  /** The draft is another: saved elsewhere, published or discarded. */
  | ({ status: 'conflict' } & ConflictText)

/** `version`: of the site that the document belongs to. */
export function useAutosave(document: SiteDocument, version: number) {
  const { key } = document
  const client = useQueryClient()
  const ownId = useOwnId()
  const editors = useOpenEditors()
  const [body, setBody] = useState(() => editedBody(document))
  const [state, setState] = useState<SaveState>({ status: 'untouched' })
  const latest = useRef({
    ...{ body, revision: document.draft?.revision ?? 0 },
    /** What visitors saw when the text was taken from it, and in which version of the site. */
    ...{ shown: publicBody(document), version },
    ...{ isUnsaved: false, isSaving: false },
    /** Why the last save failed. */
    failure: undefined as string | undefined,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(Promise.resolve())

  const save = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    // One after the other: each save needs the revision of the one before.
    running.current = running.current.then(async () => {
      const { body: sent, revision, version: read, isUnsaved } = latest.current
      if (!isUnsaved) return
      setState({ status: 'saving' })
      latest.current.isUnsaved = false
      latest.current.isSaving = true
      latest.current.failure = undefined
      try {
        const answer = await saveDraft({
          key,
          state: 'edited',
          body: sent,
          revision,
          version: read,
        })
        latest.current.revision = answer.revision
        client.setQueryData(
          siteQuery.queryKey,
          (site: Site | undefined) => site && withSaved(site, key, sent, answer, ownId),
        )
        setState({ status: latest.current.isUnsaved ? 'waiting' : 'saved' })
      } catch (error) {
        latest.current.isUnsaved = true
        const conflict = describeConflict(error, ownId)
        const message = conflict?.message ?? toMessage(error, 'The server cannot be reached.')
        latest.current.failure = message
        setState(conflict ? { status: 'conflict', ...conflict } : { status: 'failed', message })
      } finally {
        latest.current.isSaving = false
      }
    })
    return running.current
  }, [key, client, ownId])

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

  // The draft was published, discarded, or saved by a colleague, or without a draft what visitors see has
  // changed, and nothing here would be lost.
  useEffect(() => {
    const { isUnsaved, isSaving, revision } = latest.current
    const theirs = document.draft?.revision ?? 0
    const shown = publicBody(document)
    const isShown = isSame(shown, latest.current.shown)
    if (isShown) latest.current.version = version
    const isFollowed = theirs === revision && (theirs > 0 || isShown)
    if (isUnsaved || isSaving || isFollowed) return
    latest.current.shown = shown
    latest.current.version = version
    latest.current.revision = theirs
    latest.current.body = editedBody(document)
    setBody(latest.current.body)
    setState({ status: 'untouched' })
  }, [document, version])

  useEffect(() => {
    const editor: OpenEditor = {
      key,
      async flush() {
        do await save()
        while (latest.current.isUnsaved && !latest.current.failure)
        return latest.current.isUnsaved ? latest.current.failure : undefined
      },
      discard(call) {
        clearTimeout(timer.current)
        const discarding = running.current.then(async () => {
          const { isUnsaved, revision } = latest.current
          latest.current.isUnsaved = false
          try {
            await call(revision)
          } catch (error) {
            latest.current.isUnsaved ||= isUnsaved
            throw error
          }
          latest.current.revision = 0
        })
        running.current = discarding.catch(() => {})
        return discarding
      },
    }
    editors.add(editor)
    return () => {
      // Another document is opened: what was typed last is saved at once.
      void save().finally(() => editors.delete(editor))
    }
  }, [key, save, editors])

  return {
    body,
    state,
    change,
    save,
    isUnsaved: () => latest.current.isUnsaved,
    /** Saves over what was saved elsewhere, which the owner has been told. */
    keepMine: async () => {
      const site = await client.fetchQuery(siteQuery)
      const theirs = site.documents.find((other) => other.key === key)?.draft
      latest.current.revision = theirs?.revision ?? 0
      latest.current.version = site.version
      await save()
    },
    /** Forgets what was typed. */
    giveUp: () => {
      latest.current.isUnsaved = false
    },
  }
}
