import { expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import { doubtOf, formatCount, formatCoverage } from './field-notes.tsx'

const { coverage, towns } = demoContent

test.each([
  ['WR14 2AA', 'Yes, we cover Malvern'],
  ['hr8', 'Yes, we cover Ledbury'],
  ['wr1 2ab', 'Yes, we cover Worcester'],
  ['14 Wells Road, Malvern WR14 4PA', 'We take WR14 4PA from this. Yes, we cover Malvern'],
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

test.each([
  ['phone', 'please ring my wife'],
  ['phone', '01684 5601'],
  ['address', 'London'],
  ['address', 'Wells Road'],
])('%s %j is accepted with a doubt', (field, typed) => {
  expect(doubtOf(field, typed)).toMatch(/You can send it, but please look again/)
})

test.each([
  ['phone', '01684 560123'],
  ['phone', '+44 7700 900123'],
  // Errors of their own.
  ['phone', '01684'],
  ['phone', 'please ring my wife at work'],
  ['address', 'WR14 4PA'],
  ['address', 'wr14 4'],
  ['address', '14 Wells Road, Malvern'],
  ['message', 'London'],
])('%s %j raises none', (field, typed) => {
  expect(doubtOf(field, typed)).toBeUndefined()
})

test('a message is counted near its limit, as the database counts', () => {
  expect(formatCount('a'.repeat(899))).toBe('')
  expect(formatCount(' 🌳'.repeat(1) + 'a'.repeat(939))).toBe('940 of 1000 characters')
})
