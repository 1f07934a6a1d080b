import { expect, test } from 'vitest'
import { countActiveFilters, isFiltered, noFilters, searchWords } from './filters.ts'

test.each([
  ['', []],
  [' wr ', []],
  ['a1 b2', []],
  ['Ann', ['ann']],
  ['Ann  Lee-Smith WR', ['ann', 'lee-smith', 'wr']],
])('%j is searched for as %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

test('order and page are no filters', () => {
  expect(isFiltered({ ...noFilters, sort: 'name', page: 3 })).toBe(false)
  expect(isFiltered({ ...noFilters, search: 'hedge' })).toBe(true)
  expect(
    countActiveFilters({ ...noFilters, search: 'hedge', status: 'won', town: 'Malvern' }),
  ).toBe(2)
})

test('a status is no filter of the board', () => {
  const filters = { ...noFilters, status: 'won' } as const
  expect(isFiltered(filters)).toBe(true)
  expect(isFiltered({ ...filters, view: 'board' })).toBe(false)
})
