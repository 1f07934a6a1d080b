import { expect, test } from 'vitest'
import { containing, countActiveFilters, isFiltered, noFilters, searchWords } from './filters.ts'

test.each([
  ['', []],
  [' wr ', []],
  ['a1 b2', []],
  ['Ann', ['ann']],
  ['Ann  Lee-Smith WR', ['ann', 'lee-smith', 'wr']],
])('%j is searched for as %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

test('an apostrophe of one kind finds the others, and wildcards find themselves', () => {
  expect(containing("o'hare")).toBe('%o_hare%')
  expect(containing('o’hare')).toBe('%o_hare%')
  expect(containing('5%_*')).toBe('%5\\%\\_\\*%')
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
