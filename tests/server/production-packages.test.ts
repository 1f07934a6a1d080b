// The built entry points run with the packages of `npm install --omit=dev`, as in a container.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

/** Follows the imports of a built file, dynamic ones too; what is not a file is a package. */
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

const programs = [
  'main',
  'database-worker',
  'backup-worker',
  'picture-worker',
  'backup',
  'restore',
  'demo',
]

test('what is not built in are the packages with binaries, and they are installed', () => {
  const seen = new Set<string>()
  const names = programs
    .flatMap((program) => packagesOf(resolve(root, `dist/server/${program}.js`), seen))
    .filter((specifier) => !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  const outside = ['@electric-sql/pglite', '@node-rs/argon2', '@node-rs/bcrypt', 'sharp']
  expect([...new Set(names)].sort()).toEqual(outside)
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(outside))
})

test('a service of another user reads what backups are tried on, and cannot change it', () => {
  const folder = resolve(root, 'dist/empty-database')
  const wrong = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const stats = statSync(path)
      const needed = stats.isDirectory() ? 0o005 : 0o004
      return (stats.mode & needed) !== needed || (stats.mode & 0o022) !== 0
    })
  expect(wrong).toEqual([])
})
