// There are no import cycles. Type imports count: two files that import each other's types cannot be
// read, moved or deleted separately.
import { expect, test } from 'vitest'
import { findSources, readImports, targetOf } from './source-imports.ts'

const rooms = ['content', 'schemas', 'ui', 'site', 'admin', 'backend', 'server']

test('no file imports itself by way of others', () => {
  const files = findSources(...rooms)
  expect(files.length).toBeGreaterThan(500)
  const graph = new Map(
    files.map((file) => [
      file,
      readImports(file)
        .map(targetOf)
        .filter((to) => to !== undefined),
    ]),
  )
  expect(findCircle(graph)).toEqual([])
})

test('a circle is found, however long', () => {
  const circle = { a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] }
  expect(findCircle(new Map(Object.entries(circle)))).toEqual(['b', 'd', 'e', 'b'])
})

/** The first cycle found, if any. */
function findCircle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  function visit(file: string, path: string[]): string[] {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
