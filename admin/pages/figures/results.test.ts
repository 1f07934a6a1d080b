import { expect, test } from 'vitest'
import type { ResultLine } from '#schemas/function-results.ts'
import { linesOf, share } from './results.ts'

const line = (name: string, enquiries: number, won_pence = 0): ResultLine => ({
  ...{ name, enquiries, won_pence },
  ...{ answered: 1, due: 1, in_time: 1, visits: 1, won: 1, lost: 0 },
})
const total = line('', 9)

test('sources of one name are one line', () => {
  const source = [line('direct', 4), line('google', 2, 500), line('www.google.co.uk', 3, 1)]
  expect(linesOf({ total, source }, 'source')).toEqual([
    { ...line('Google', 5, 501), answered: 2, due: 2, in_time: 2, visits: 2, won: 2 },
    line('Direct', 4),
  ])
})

test('other groups stay as they are, and none is an empty list', () => {
  const town = [line('Malvern', 1), line('Worcester', 2)]
  expect(linesOf({ total, town }, 'town')).toEqual(town)
  expect(linesOf({ total }, 'person')).toEqual([])
})

test('a share of nothing is a dash', () => {
  expect([share(1, 3), share(0, 3), share(3, 3), share(0, 0)]).toEqual([
    '33 %',
    '0 %',
    '100 %',
    '–',
  ])
})
