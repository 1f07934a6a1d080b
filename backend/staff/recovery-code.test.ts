import { expect, test } from 'vitest'
import { hashRecoveryCode, makeRecoveryCode } from './recovery-code.ts'

test('a code is three groups of characters that cannot be mistaken', () => {
  for (let i = 0; i < 200; i += 1) {
    expect(makeRecoveryCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){2}$/)
  }
})

test.each(['10abc-0fghj-kmnpq', ' 1OABC OFGHJ KMNPQ ', 'l0ABC0fghjKMNPQ', 'i0abc–0fghj–kmnpq'])(
  '%j is read as it was meant',
  (typed) => {
    expect(hashRecoveryCode('ann', typed)).toEqual(hashRecoveryCode('ann', '10ABC-0FGHJ-KMNPQ'))
  },
)

test('the same code of two people has two hashes', () => {
  const code = makeRecoveryCode()
  expect(hashRecoveryCode('ann', code)).not.toEqual(hashRecoveryCode('ben', code))
})
