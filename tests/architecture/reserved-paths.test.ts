import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isReserved, reservedPaths } from '#content/reserved-paths.ts'
import { paths } from '#schemas/paths.ts'
import { root } from './source-imports.ts'

/** Words of the firm, not of the product; the home page, and files at the root. */
const own = ['', 'contact-us', 'privacy-policy', 'terms', 'about']

test('addresses of the product are not for pages of a firm', () => {
  const first = Object.values(paths)
    .map((path) => String(path).split('/')[1] ?? '')
    .filter((part) => !own.includes(part) && !part.includes('.'))
  expect(reservedPaths).toEqual(expect.arrayContaining(first))
})

test('what the backend answers is reserved', () => {
  const [, list = ''] =
    /\/\^\\\/\(([^)]*)\)/.exec(readFileSync(join(root, 'server/http.ts'), 'utf8')) ?? []
  const parts = list.split('|').map((part) => part.split('\\/')[0] ?? '')
  const named = parts.filter((part) => part !== '' && !part.startsWith('\\.'))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((part) => !isReserved(`/${part}/x`))).toEqual([])
})
