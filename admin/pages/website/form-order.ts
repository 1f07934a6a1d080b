// Problems in the order in which the form shows their fields.
import { schemaOf } from '#content/documents.ts'
import { isTechnical } from './labels.ts'
import { type Entry, type Shape, shapeOf } from './shape.ts'
import type { SiteProblem } from './site.ts'
import type { Path } from './values.ts'

/** Of one document. */
export function inFormOrder(key: string, problems: readonly SiteProblem[]): SiteProblem[] {
  const schema = schemaOf(key)
  if (!schema) return [...problems]
  const shape = shapeOf(schema)
  return problems
    .map((problem) => ({ problem, places: placesOf(key, shape, problem.path) }))
    .sort((a, b) => compare(a.places, b.places))
    .map(({ problem }) => problem)
}

/** At each level of the path, the how-manieth field of the form it is. */
function placesOf(key: string, shape: Shape, path: Path): number[] {
  const places: number[] = []
  let current: Shape | undefined = shape
  for (const [level, name] of path.entries()) {
    if (typeof name === 'number') {
      places.push(name)
      current = inList(current, name)
      continue
    }
    const entries = entriesOf(current)
    const at = entries.findIndex((entry) => entry.name === name)
    const isLast = isTechnical(key, path.slice(0, level + 1))
    places.push(isLast ? entries.length + at : at)
    current = current?.kind === 'map' ? current.value : entries[at]?.shape
  }
  return places
}

function inList(shape: Shape | undefined, at: number): Shape | undefined {
  if (shape?.kind === 'list') return shape.item
  return shape?.kind === 'tuple' ? shape.items[at] : undefined
}

function entriesOf(shape: Shape | undefined): Entry[] {
  if (shape?.kind === 'group') return shape.entries
  // The kinds of section name their common fields in the same order.
  return shape?.kind === 'variants' ? [...shape.options.values()].flatMap((one) => one.entries) : []
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((place, level) => place !== b[level])
  if (at < 0) return a.length - b.length
  return (a[at] ?? -1) - (b[at] ?? -1)
}
