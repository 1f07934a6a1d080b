import { describe, expect, test } from 'vitest'
import { findTotpStep, makeTotpSecret, totpStepEnds, totpUri } from './totp.ts'

// RFC 6238 appendix B, SHA-1, the last six of eight digits. The secret is the RFC's
// 12345678901234567890 in base32.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes', () => {
  test.each(vectors)('the RFC’s code at %i is accepted', (seconds, code) => {
    expect(findTotpStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  test('the step tells when it ends', () => {
    const step = findTotpStep(secret, '287082', at(59))
    expect(step).toBe(1)
    expect(totpStepEnds(1)).toEqual(at(90))
  })

  test('one step of drift is accepted and two are not', () => {
    const [, [seconds, code]] = vectors
    for (const late of [-30, 30]) {
      expect(findTotpStep(secret, code, at(seconds + late))).toBe(Math.floor(seconds / 30))
      expect(findTotpStep(secret, code, at(seconds + 2 * late))).toBeUndefined()
    }
  })

  // The first and last millisecond of a step and its neighbours.
  test.each([
    [30_000, true],
    [29_999, false],
    [119_999, true],
    [120_000, false],
  ])('at %i ms the code of 60 s is accepted: %s', (ms, isAccepted) => {
    expect(findTotpStep(secret, '359152', new Date(ms)) !== undefined).toBe(isAccepted)
  })

  test.each(['', '28708', '2870820', '28708a', ' 287082', '２８７０８２', '287082\n'])(
    '%j is no code',
    (code) => {
      expect(findTotpStep(secret, code, at(59))).toBeUndefined()
    },
  )

  test('without a secret no code is right', () => {
    // 812658 is the code of an empty key at step 1.
    expect(() => findTotpStep('', '812658', at(59))).toThrow()
  })
})

test('a secret has 160 bits, and is never the same', () => {
  const secrets = Array.from({ length: 20 }, makeTotpSecret)
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(20)
})

test('an issuer with a port stays one label', () => {
  expect(totpUri('ABC', 'localhost:3000', 'ann+x@example.com')).toBe(
    'otpauth://totp/localhost%3A3000:ann%2Bx%40example.com?algorithm=SHA1&digits=6&issuer=localhost%3A3000&period=30&secret=ABC',
  )
})
