import { expect, test } from 'vitest'
import { formatComparison, spanBefore } from './compare.ts'
import { isLabelled, ticksUpTo } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [13, [0, 5, 10, 15]],
  [100, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('up to %i the ticks are %j', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks)
})

test('some of the columns have a label, the first among them', () => {
  const labelled = Array.from({ length: 13 }, (_, at) => at).filter((at) => isLabelled(at, 13))
  expect(labelled).toEqual([0, 3, 6, 9, 12])
})

test('a period is compared with one of the same length before it', () => {
  const now = new Date('2026-11-15T12:34:00Z')
  expect(spanBefore('7', now)).toEqual({
    since: '2026-10-31T12:00:00.000Z',
    until: '2026-11-08T00:00:00Z',
  })
  expect(spanBefore('', now)).toBeUndefined()
  expect(formatComparison(12, 9, '30')).toBe('3 more than in the 30 days before')
  expect(formatComparison(9, 1009, '365')).toBe('1,000 fewer than in the 12 months before')
  expect(formatComparison(9, 9, '7')).toBe('as many as in the 7 days before')
})
