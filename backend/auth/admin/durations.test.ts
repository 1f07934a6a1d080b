import { expect, test } from 'vitest'
import { parseDuration } from './durations.ts'

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['300ms', 300],
  ['2m3s', 123_000],
  ['-1h', -3_600_000],
  ['+5s', 5000],
  ['0', 0],
  ['876000h', 3_153_600_000_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '24', 'h', '1d', '1 h', 'forever', '1h30', '9999999h'])('%j is none', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
