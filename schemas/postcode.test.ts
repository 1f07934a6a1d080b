import { expect, test } from 'vitest'
import { findPostcode, readOutwardCode, readPostcode } from './postcode.ts'

test.each([
  ['WR14 2AA', 'WR14 2AA'],
  ['wr142aa', 'WR14 2AA'],
  [' Wr5  1pH. ', 'WR5 1PH'],
  ['m1 1ae', 'M1 1AE'],
  ['EC1A 1BB', 'EC1A 1BB'],
])('%s is the postcode %s', (typed, whole) => {
  expect(readPostcode(typed)?.whole).toBe(whole)
})

test.each(['Malvern', '90210', 'WR14', 'WR14 2A', ''])('%s is no postcode', (typed) => {
  expect(readPostcode(typed)).toBeUndefined()
})

test('an outward code is known before the rest is typed', () => {
  expect(readOutwardCode('wr14')).toBe('WR14')
  expect(readOutwardCode('HR8 1')).toBe('HR8')
  expect(readOutwardCode('Malvern')).toBeUndefined()
  expect(readOutwardCode('hr8 1jq')).toBe('HR8')
})

test.each([
  ['14 Wells Road, Malvern WR14 4PA', 'WR14 4PA'],
  ['14 Wells Road\nMalvern\nwr144pa\nUK', 'WR14 4PA'],
  ['WR14 4PA (yes, WR144PA)', 'WR14 4PA'],
  ['from WR14 4PA to WR5 1PH', undefined],
  ['14 Wells Road, Malvern', undefined],
  ['WWR14 4PAA', undefined],
  ['Unit E1 4th Floor, Malvern', undefined],
  ['Unit E1 4th floor, Malvern, WR14 4TH', 'WR14 4TH'],
])('in %j the postcode is %s', (text, whole) => {
  expect(findPostcode(text)).toBe(whole)
})
