// docs/security.md names a test beside each claim: it has to be there.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const doors = rows.slice(rows.findIndex((cells) => cells[1] === 'AuthCard') + 1)

test('every claim about a door names a test', () => {
  expect(doors.length).toBeGreaterThan(30)
  const named = doors.map((cells) => [...(cells[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, t]) => t))
  expect(doors.filter((_, at) => named[at]?.length === 0)).toEqual([])
  const missing = named.flat().filter((name) => !existsSync(join(root, `${name}.test.ts`)))
  expect(missing).toEqual([])
})
