import { expect, test } from 'vitest'
import { coverage } from '#content/coverage.ts'
import { towns } from '#content/towns/towns.ts'
import { formatCoverage } from './coverage-line.tsx'

test.each([
  ['WR14 2AA', 'Yes, we cover Malvern'],
  ['hr8', 'Yes, we cover Ledbury'],
  ['wr1 2ab', 'Yes, we cover Worcester'],
])('%s is covered', (typed, said) => {
  expect(formatCoverage(typed)).toBe(said)
})

test('outside the answer is kind', () => {
  expect(formatCoverage('B91 3QJ')).toMatch(/^B91 is outside our usual area\. Do send it/)
})

test('nothing is said while a postcode is being typed', () => {
  for (const typed of ['', 'W', 'WR', 'Malvern']) expect(formatCoverage(typed)).toBe('')
})

test('every covered town has a page of its own', () => {
  const names = towns.map(({ name }) => name)
  for (const town of Object.values(coverage)) expect(names).toContain(town)
})
