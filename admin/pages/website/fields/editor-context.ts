// What every field of the editor needs: the document, its problems, and the way to change it.
import { type ComponentType, createContext, use } from 'react'
import type { Option } from '../field-options.ts'
import type { Shape } from '../shape.ts'
import type { SiteProblem } from '../site.ts'
import type { Path } from '../values.ts'

export interface FieldForProps {
  shape: Shape
  path: Path
  value: unknown
  isOptional?: boolean
  /** Instead of the name of the field: "Number 2". */
  label?: string
}

export interface EditorContext {
  documentKey: string
  /** By the field's path. */
  problems: ReadonlyMap<string, SiteProblem[]>
  /** Fields that the environment sets, with the variable's name. */
  fixed: Record<string, string>
  /** The names that a field may hold, if they are those of pictures, pages or documents. */
  optionsAt(path: Path): Option[] | undefined
  change(path: Path, value: unknown): void
  /** As it came with the product. */
  shipped: unknown
  /** As the server has it, with the draft. */
  saved: unknown
  /** The field that the owner was sent to: what it is in is open. */
  wanted: Path | undefined
  /** What is good to know beside the field, such as the contrast of a colour. */
  noteAt(path: Path): string | undefined
  /** The owner opened this entry: the preview follows. */
  followEntry(name: string): void
  /** The field for a shape. Passed down, because groups and lists hold fields of every shape. */
  FieldFor: ComponentType<FieldForProps>
}

const Context = createContext<EditorContext | undefined>(undefined)

export const EditorProvider = Context.Provider

export function useEditor(): EditorContext {
  const editor = use(Context)
  if (!editor) throw new Error('A field is outside of the editor')
  return editor
}

/** Within an entry that was just added: its fields are empty because nobody has got to them yet. */
const JustAdded = createContext(false)

export const JustAddedProvider = JustAdded.Provider

export const useJustAdded = () => use(JustAdded)
