import { expect, test } from 'vitest'
import { withRest } from './bars.tsx'
import { fillWeeks } from './weeks.ts'

test('weeks without enquiries stand between those with some', () => {
  const weeks = fillWeeks([
    { week: '2026-03-23', service: 'Domestic', count: 2 },
    { week: '2026-03-23', service: 'Other', count: 1 },
    { week: '2026-04-06', service: 'Landscaping', count: 4 },
  ])
  expect(weeks.map(({ start, total }) => [start, total])).toEqual([
    ['2026-03-23', 3],
    ['2026-03-30', 0],
    ['2026-04-06', 4],
  ])
})

test('many names become a few and the others, and the sum stays', () => {
  const bars = Array.from({ length: 20 }, (_, i) => ({ name: `n${i}`, count: 20 - i }))
  const shown = withRest(bars)
  expect(shown).toHaveLength(8)
  expect(shown.at(-1)?.name).toBe('13 others')
  expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(210)
})
