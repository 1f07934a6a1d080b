// The built programs run with the packages of `npm install --omit=dev`, as a container has them.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

/** Follows the imports of a built file; what is not a file is a package. */
function packagesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["'];?$/gm),
  ].map(([, specifier]) => specifier ?? '')
  return imports.flatMap((specifier) =>
    specifier.startsWith('.') ? packagesOf(resolve(file, '..', specifier), seen) : [specifier],
  )
}

test.each(['main', 'database-worker', 'backup', 'restore', 'demo'])('%s', (program) => {
  const file = resolve(root, `dist/server/${program}.js`)
  expect(existsSync(file)).toBe(true)
  const names = packagesOf(file, new Set())
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  expect(names.length).toBeGreaterThan(0)
  expect([...new Set(names)].filter((name) => !(name in dependencies))).toEqual([])
})
