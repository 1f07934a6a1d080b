// The import graph, read from the source text.
import { readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { globSync } from 'tinyglobby'

export const root = resolve(import.meta.dirname, '../..')

export interface Import {
  file: string
  specifier: string
}

/** `… from 'x'`, `import 'x'` and `import('x')`. */
export const importPattern =
  /^(?:import|export)\b[^'"]*?\sfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

export function findSources(...rooms: string[]): string[] {
  return globSync([`{${rooms.join()}}/**/*.{ts,tsx}`], { cwd: root, ignore: ['**/*.d.ts'] })
}

export function readImports(file: string): Import[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map(
    ([, ...specifiers]) => ({ file, specifier: specifiers.find(Boolean) ?? '' }),
  )
}

/** The file that is imported; undefined for a package. */
export function targetOf({ file, specifier }: Import): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined
}
