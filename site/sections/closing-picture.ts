// The picture at the foot of a page that has none of its own.
import type { Content } from '#content/content.ts'
import { hasPicture } from './picture.tsx'

type Closers = Pick<Content, 'contact' | 'about' | 'home' | 'pictures'>

/** Of the pages that lead to the firm, in turn: the first that the page has not shown. */
export function closingPicture(
  { contact, about, home, pictures }: Closers,
  turn: number,
  shown: ReadonlySet<string>,
): string | undefined {
  const all = [contact.picture, home.picture, about.picture]
  const first = turn % all.length
  return [...all.slice(first), ...all.slice(0, first)].find(
    (name) => !shown.has(name) && hasPicture(name, pictures),
  )
}

const fields = new Set(['picture', 'before', 'after'])

/** The names of all pictures in a document or a part of one. */
export function picturesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([field, value]) =>
    fields.has(field) && typeof value === 'string' ? [value] : picturesIn(value),
  )
}
