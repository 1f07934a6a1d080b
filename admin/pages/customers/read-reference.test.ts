import { expect, test } from 'vitest'
import { readReference } from './read-reference.ts'

test.each(['32D-GP2', '32d gp2', '32dgp2', ' 32D – GP2 ', '(32d-gp2)'])(
  '%j is 32D-GP2',
  (typed) => {
    expect(readReference(typed)).toBe('32D-GP2')
  },
)

test.each(['', '32D', '32D-GP22', '32D-GP'])('%j is no reference of another enquiry', (typed) => {
  expect(readReference(typed)).not.toBe('32D-GP2')
})
