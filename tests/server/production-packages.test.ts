// The built programs run with the packages of `npm install --omit=dev`, as a container has them.
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

/** Follows the imports of a built file, also those that come later; what is no file is a package. */
function packagesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["'];?$|\bimport\("([^"\n]+)"\)/gm,
    ),
  ].map(([, first, later]) => first ?? later ?? '')
  return imports.flatMap((specifier) =>
    specifier.startsWith('.') ? packagesOf(resolve(file, '..', specifier), seen) : [specifier],
  )
}

const programs = ['main', 'database-worker', 'backup-worker', 'backup', 'restore', 'demo']

test('what is not built in are the packages with binaries, and they are installed', () => {
  const seen = new Set<string>()
  const names = programs
    .flatMap((program) => packagesOf(resolve(root, `dist/server/${program}.js`), seen))
    .filter((specifier) => !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  const outside = ['@electric-sql/pglite', '@node-rs/argon2', '@node-rs/bcrypt']
  expect([...new Set(names)].sort()).toEqual(outside)
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(outside))
})
