// The label, help, error and id of a field.
import { wordingOf } from '../labels.ts'
import { pathId, sentence } from '../problems.ts'
import type { Path } from '../values.ts'
import { useEditor } from './editor-context.ts'

export interface FieldText {
  id: string
  label: string
  help: string | undefined
  error: string | undefined
  /** Advice of the server. */
  advice: string | undefined
}

export function useFieldText(path: Path): FieldText {
  const { documentKey, problems } = useEditor()
  const { label, help } = wordingOf(documentKey, path)
  const own = problems.get(pathId(path)) ?? []
  const sentences = (isHint: boolean) =>
    own
      .filter((problem) => Boolean(problem.isHint) === isHint)
      .map(({ message }) => sentence(message))
      .join('. ') || undefined
  return { id: fieldId(path), label, help, error: sentences(false), advice: sentences(true) }
}

export const fieldId = (path: Path) =>
  `field-${path.join('-').replaceAll(/[^A-Za-z0-9-]/g, '_') || 'all'}`

/**
 * "52 of 60", or "52 characters (70 to 155)" where a text can be too short. Nothing while there is
 * plenty of room: a figure at every field would hide the ones that matter.
 */
export function formatLength(text: string, min: number, max: number): string | undefined {
  const length = [...text.trim()].length
  if (min < 10 && length < max / 2) return undefined
  return min > 1 ? `${length} characters (${min} to ${max})` : `${length} of ${max}`
}

export const hintOf = (...parts: (string | false | undefined)[]) =>
  parts.filter(Boolean).join(' · ') || undefined
