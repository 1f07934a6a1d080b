// docs/security.md names a test for each claim; the test must exist.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const entryPoints = rows.slice(rows.findIndex((cells) => cells[1] === 'Entry point') + 1)

test('every claim about an entry point names a test', () => {
  expect(entryPoints.length).toBeGreaterThan(30)
  const named = entryPoints.map((cells) =>
    [...(cells[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, t]) => t),
  )
  expect(entryPoints.filter((_, at) => named[at]?.length === 0)).toEqual([])
  const missing = named.flat().filter((name) => !existsSync(join(root, `${name}.test.ts`)))
  expect(missing).toEqual([])
})
