// A column, optionally with a JSON path: `data->address->0->>town`.
import { tooComplex } from '../problems.ts'
import type { Scanner } from './scanner.ts'

/** Each step nests one expression deeper, and the embedded engine's stack is small. */
const maxSteps = 20

export interface JsonStep {
  arrow: '->' | '->>'
  key: string | number
}

export interface Field {
  name: string
  path: JsonStep[]
}

export function parseField(scanner: Scanner): Field {
  const name = scanner.takeName()
  const path: JsonStep[] = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : undefined
    if (!arrow) break
    const index = scanner.takeMatch(/-?\d{1,9}(?=->|::|[.,)]|$)/)
    if (path.length === maxSteps) throw tooComplex(`A JSON path has at most ${maxSteps} steps.`)
    path.push({ arrow, key: index === undefined ? scanner.takeName() : Number(index) })
  }
  scanner.skipSpaces()
  return { name, path }
}

/** The last named step, which PostgREST uses as the key of an unaliased result. */
export function nameOfField({ name, path }: Field): string {
  const lastKey = path.findLast(({ key }) => typeof key === 'string')?.key
  return typeof lastKey === 'string' ? lastKey : name
}
