import { expect, test } from 'vitest'
import { noFilters } from '../filters.ts'
import { builtInViews, filtersOf, isSameView, queryOf } from './view-filters.ts'

test('a view keeps the filters, but neither the search nor the page', () => {
  const filters = { ...noFilters, search: 'ann lee', town: 'Upton upon Severn', page: 4 }
  const board = { ...filters, view: 'board', status: 'won' } as const
  expect(queryOf(filters)).toBe('town=Upton+upon+Severn')
  expect(filtersOf(queryOf(board))).toEqual({ ...board, search: '', page: 1 })
  expect(queryOf(noFilters)).toBe('')
})

test.each([
  ['', {}],
  ['status=nonsense&sort=upwards&view=tree', {}],
  ['town=Malvern&town=Ledbury&other=x', { town: 'Ledbury' }],
  ['search=ann&page=7&period=30', { period: '30' }],
  ['assigned=<script>', {}],
  ['%E0%A4%A&&&=', {}],
  ['__proto__=x&constructor=y', {}],
])('%j is read as %j', (query, read) => {
  expect(filtersOf(query)).toEqual({ ...noFilters, ...read })
})

test('the built-in views differ, and stay on the board where they can', () => {
  const own = '00000000-0000-4000-8000-000000000001'
  const views = builtInViews(own, 'board')
  expect(views.map(({ name, filters }) => [name, queryOf(filters)])).toEqual([
    ['All enquiries', 'view=board'],
    ['My enquiries', `assigned=${own}&view=board`],
    ['Nobody’s', 'assigned=nobody&view=board'],
    ['Overdue', 'status=overdue'],
  ])
  expect(builtInViews(undefined, 'list')).toHaveLength(3)
})

test('views are the same whatever is searched for, in any order', () => {
  expect(isSameView({ ...noFilters, search: 'x', page: 2 }, noFilters)).toBe(true)
  expect(isSameView({ ...noFilters, status: 'overdue' }, noFilters)).toBe(false)
  const one = filtersOf('town=Malvern&view=board')
  const turned = Object.fromEntries(Object.entries(one).reverse()) as typeof one
  expect(isSameView(turned, one)).toBe(true)
})
