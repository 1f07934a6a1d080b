// Changes inside a document's body. Bodies are never changed in place: what React has drawn stays as it is.
import type { Shape } from './shape.ts'

export type Path = readonly (string | number)[]

export function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[name]
        : undefined,
    body,
  )
}

/** Whether the path is this part, or leads into it. */
export function isWithin(part: Path, path: Path | undefined): boolean {
  return path !== undefined && part.every((name, at) => name === path[at])
}

/** The body with another value at this path; `undefined` takes the entry away. */
export function withValue(body: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  const next = withValue(valueAt(body, [name]), rest, value)
  if (Array.isArray(body)) {
    return next === undefined
      ? body.filter((_, at) => at !== name)
      : body.toSpliced(Number(name), 1, next)
  }
  const entries = Object.entries((body ?? {}) as object)
  if (next === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name))
  const isKnown = entries.some(([key]) => key === name)
  return Object.fromEntries(
    isKnown
      ? entries.map(([key, old]) => [key, key === name ? next : old])
      : [...entries, [String(name), next]],
  )
}

/** The list with one item moved to another place. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const moved = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, ...moved)
}

/** The least that has this shape: an empty form. */
export function blankOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'text':
      return ''
    case 'number':
      return Number.isFinite(shape.min) ? shape.min : 0
    case 'flag':
      return true
    case 'constant':
      return shape.value
    case 'choice':
      return shape.options[0] ?? ''
    case 'choices':
      return []
    case 'list':
      return Array.from({ length: Math.min(shape.min, 1) }, () => blankOf(shape.item))
    case 'map':
      return {}
    case 'tuple':
      return shape.items.map(blankOf)
    case 'group':
      return Object.fromEntries(
        shape.entries
          .filter(({ isOptional }) => !isOptional)
          .map(({ name, shape: inner }) => [name, blankOf(inner)]),
      )
    case 'variants': {
      const [first] = shape.options.values()
      return first ? blankOf(first) : {}
    }
  }
}

/** Whether two bodies say the same, whatever the order of their names. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame(valueAt(one, [name]), valueAt(other, [name])))
  )
}
