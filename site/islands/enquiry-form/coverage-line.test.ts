import { expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import { formatCoverage } from './coverage-line.tsx'

const { coverage, towns } = demoContent

test.each([
  ['WR14 2AA', 'Yes, we cover Malvern'],
  ['hr8', 'Yes, we cover Ledbury'],
  ['wr1 2ab', 'Yes, we cover Worcester'],
])('%s is covered', (typed, said) => {
  expect(formatCoverage(typed, coverage)).toBe(said)
})

test('outside the answer is kind', () => {
  expect(formatCoverage('B91 3QJ', coverage)).toMatch(/^B91 is outside our usual area\. Do send it/)
})

test('nothing is said while a postcode is being typed', () => {
  for (const typed of ['', 'W', 'WR', 'Malvern']) expect(formatCoverage(typed, coverage)).toBe('')
})

test('every covered town has a page of its own', () => {
  const names = towns.map(({ name }) => name)
  for (const town of Object.keys(coverage)) expect(names).toContain(town)
})
