// Published edits over a firm's files. An edit that cannot be read, as by a newer version of the
// product, or that does not fit with the rest, is left out and reported: the shipped text is shown
// instead, never a broken page.
import * as v from 'valibot'
import { checkFirm, type Problem } from './check-firm.ts'
import { type Documents, schemaOf } from './documents.ts'
import { inOrderOf } from './key-order.ts'

export interface Edit {
  key: string
  state: 'edited' | 'removed'
  body: unknown
}

export interface EditedDocuments {
  documents: Documents
  /** Without hints: why edits were left out. */
  problems: Problem[]
}

export function withEdits(files: Documents, edits: readonly Edit[]): EditedDocuments {
  const { readable, problems } = checkEach(edits)
  let applied = readable
  for (;;) {
    const documents = apply(files, applied)
    const wrong = checkFirm(documents).filter(({ isHint }) => !isHint)
    if (wrong.length === 0) return { documents, problems }
    problems.push(...wrong)
    applied = withoutWrong(applied, wrong)
    // The files alone were checked at the start.
    if (applied.length === 0) return { documents: files, problems }
  }
}

/** Each edit by itself, before it is compared with the others. */
export function checkEach(edits: readonly Edit[]): { readable: Edit[]; problems: Problem[] } {
  const problems: Problem[] = []
  const readable = edits.flatMap((edit): Edit[] => {
    const checked = checkBody(edit.key, edit.state === 'removed' ? undefined : edit.body)
    problems.push(...checked.problems)
    return checked.problems.length === 0 ? [{ ...edit, body: checked.body }] : []
  })
  return { readable, problems }
}

/** `undefined` for a document that is removed. */
function checkBody(key: string, body: unknown): { body?: unknown; problems: Problem[] } {
  const schema = schemaOf(key)
  if (!schema) return { problems: [{ key, path: [], message: 'is no document of a firm' }] }
  if (body === undefined) return { problems: [] }
  const checked = v.safeParse(schema, body)
  if (checked.success) return { body: checked.output, problems: [] }
  return {
    problems: checked.issues.map((issue) => ({
      key,
      path: (issue.path ?? []).map((part) => part.key as PropertyKey),
      message: issue.message,
    })),
  }
}

export function apply(files: Documents, edits: readonly Edit[]): Documents {
  const documents = new Map(files)
  for (const { key, state, body } of edits) {
    if (state === 'removed') documents.delete(key)
    else documents.set(key, inOrderOf(files.get(key), body))
  }
  return documents
}

/** Those that are wrong themselves; where only shipped documents suffer, what was removed; then all. */
function withoutWrong(edits: Edit[], wrong: Problem[]): Edit[] {
  const keys = new Set(wrong.map(({ key }) => key))
  const innocent = edits.filter(({ key }) => !keys.has(key))
  if (innocent.length < edits.length) return innocent
  const kept = edits.filter(({ state }) => state !== 'removed')
  return kept.length < edits.length ? kept : []
}
