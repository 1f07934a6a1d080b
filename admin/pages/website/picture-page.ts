// The page on which a picture is shown, for the preview beside it.
import { textIn } from './documents.ts'

/** That which has it at its top, otherwise the first that shows it at all. */
export function pageShowing(
  bodies: ReadonlyMap<string, unknown>,
  picture: string,
): string | undefined {
  const pages = [...bodies.values()].filter((body) => textIn(body, 'path')?.startsWith('/'))
  const found =
    pages.find((body) => textIn(body, 'picture') === picture) ??
    pages.find((body) => shows(body, picture))
  return textIn(found, 'path')
}

function shows(value: unknown, picture: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, inner]) =>
      (['picture', 'before', 'after'].includes(name) && inner === picture) || shows(inner, picture),
  )
}
