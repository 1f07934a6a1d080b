import { expect, test } from 'vitest'
import { formatPounds, readPounds } from './money.ts'

test.each([
  ['1250', 125000],
  ['1,250', 125000],
  ['£1,250', 125000],
  [' £ 1,250.5 ', 125050],
  ['1250.50', 125050],
  ['0', 0],
  ['0.05', 5],
  ['1,234,567.89', 123456789],
  ['', null],
  ['  ', null],
])('%j is read as %j pence', (text, pence) => {
  expect(readPounds(text)).toEqual({ isValid: true, pence })
})

test.each([
  '£',
  '12,50',
  '1.250',
  '1,25',
  '-5',
  '1e3',
  'twelve',
  '1250.505',
  '1 250',
  '£5£',
  '٣',
  '.5',
])('%j is no amount', (text) => {
  expect(readPounds(text)).toEqual({
    isValid: false,
    message: 'Enter an amount in pounds, such as 1,250 or 1250.50.',
  })
})

test('an amount that the database could not hold is refused', () => {
  expect(readPounds('21,474,836.47')).toEqual({ isValid: true, pence: 2_147_483_647 })
  expect(readPounds('21,474,836.48').isValid).toBe(false)
  expect(readPounds('9'.repeat(400)).isValid).toBe(false)
})

test.each([
  [125000, '£1,250'],
  [125050, '£1,250.50'],
  [5, '£0.05'],
  [0, '£0'],
])('%d pence are shown as %s, which is read again', (pence, text) => {
  expect(formatPounds(pence)).toBe(text)
  expect(readPounds(text)).toEqual({ isValid: true, pence })
})
