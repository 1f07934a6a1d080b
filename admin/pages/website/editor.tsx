// One document: its fields, what is wrong with it, and whether it is saved.
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { schemaOf } from '#content/documents.ts'
import { Conflict } from './conflict.tsx'
import { editedBodies, editedBody } from './documents.ts'
import { notesFor } from './field-notes.ts'
import { optionsAt } from './field-options.ts'
import { EditorProvider } from './fields/editor-context.ts'
import { FieldFor } from './fields/field-for.tsx'
import { checkDocument, mergeProblems, pathId } from './problems.ts'
import { SaveStatus } from './save-status.tsx'
import { shapeOf } from './shape.ts'
import { type Site, type SiteDocument, type SiteProblem, siteQuery } from './site.ts'
import { useAutosave } from './use-autosave.ts'
import { useWantedField, type WantedField } from './use-wanted-field.ts'
import { isSame, type Path, valueAt } from './values.ts'

export interface EditorProps {
  site: Site
  document: SiteDocument
  /** Begins anew with what the server has. */
  onReload(): void
  /** The owner has turned to an entry of this name. */
  onFollowEntry(name: string): void
  wanted: WantedField | undefined
  onArrived(): void
}

export function Editor(props: EditorProps) {
  const { site, document, onReload, onFollowEntry, wanted, onArrived } = props
  const { key } = document
  const client = useQueryClient()
  const draft = useAutosave(document, site.version)
  const { body, change } = draft
  const shape = useMemo(() => {
    const schema = schemaOf(key)
    return schema && shapeOf(schema)
  }, [key])
  const bodies = useMemo(() => editedBodies(site.documents), [site.documents])
  const options = useCallback((path: Path) => optionsAt(bodies, key, path), [bodies, key])
  const problems = useMemo(
    () => byPath(mergeProblems(checkDocument(key, body), fromServer(site, document, body))),
    [key, body, site, document],
  )
  const noteAt = useMemo(() => notesFor(key, body), [key, body])
  useWantedField(wanted, onArrived)
  useBlocker({
    shouldBlockFn: async () => {
      await draft.save()
      return draft.isUnsaved() && !confirm('Leave without saving the last changes?')
    },
    enableBeforeUnload: draft.isUnsaved,
  })

  async function takeTheirs() {
    draft.giveUp()
    await client.fetchQuery(siteQuery)
    onReload()
  }
  if (!shape) return <p className="empty">This part cannot be edited here.</p>
  return (
    <div className="site-editor">
      <SaveStatus state={draft.state} document={document} onRetry={() => void draft.save()} />
      {draft.state.status === 'conflict' && (
        <Conflict
          message={draft.state.message}
          other={draft.state.other}
          onTakeTheirs={() => void takeTheirs()}
          onKeepMine={() => void draft.keepMine()}
        />
      )}
      <EditorProvider
        value={{
          ...{ documentKey: key, problems, fixed: site.fixed },
          ...{ shipped: document.shipped, saved: editedBody(document) },
          ...{ optionsAt: options, change, followEntry: onFollowEntry, noteAt, FieldFor },
          wanted: wanted?.field,
        }}
      >
        <FieldFor shape={shape} path={[]} value={body} />
      </EditorProvider>
    </div>
  )
}

/** What the server found, without the fields that were changed since. */
function fromServer({ problems }: Site, document: SiteDocument, body: unknown): SiteProblem[] {
  const checked = editedBody(document)
  return problems.filter(
    ({ key, path }) => key === document.key && isSame(valueAt(checked, path), valueAt(body, path)),
  )
}

function byPath(problems: SiteProblem[]): Map<string, SiteProblem[]> {
  const found = new Map<string, SiteProblem[]>()
  for (const problem of problems) {
    const id = pathId(problem.path)
    found.set(id, [...(found.get(id) ?? []), problem])
  }
  return found
}
