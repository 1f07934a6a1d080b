import { describe, expect, test } from 'vitest'
import {
  decodeBase32,
  encodeBase32,
  findTotpStep,
  makeTotpSecret,
  totpStepEnds,
  totpUri,
} from './totp.ts'

// RFC 6238 appendix B, SHA-1, the last six of eight digits.
const secret = encodeBase32(Buffer.from('12345678901234567890'))
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
    expect(findTotpStep(secret, code, at(seconds))).toBeDefined()
  })

  test('the step tells when it ends', () => {
    const step = findTotpStep(secret, '287082', at(59))
    expect(step).toBe(1)
    expect(totpStepEnds(1)).toEqual(at(90))
  })

  test('one step of drift is accepted and two are not', () => {
    const [, [seconds, code]] = vectors
    expect(findTotpStep(secret, code, at(seconds + 30))).toBeDefined()
    expect(findTotpStep(secret, code, at(seconds - 30))).toBeDefined()
    expect(findTotpStep(secret, code, at(seconds + 60))).toBeUndefined()
    expect(findTotpStep(secret, code, at(seconds - 60))).toBeUndefined()
  })

  test.each(['', '28708', '2870820', '28708a', ' 287082'])('%j is no code', (code) => {
    expect(findTotpStep(secret, code, at(59))).toBeUndefined()
  })
})

describe('base32', () => {
  // RFC 4648 section 10, without padding.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %j', (plain, encoded) => {
    expect(encodeBase32(Buffer.from(plain))).toBe(encoded)
    expect(decodeBase32(encoded).toString()).toBe(plain)
  })

  test('a secret has 160 bits', () => {
    expect(decodeBase32(makeTotpSecret())).toHaveLength(20)
  })
})

test('an issuer with a port stays one label', () => {
  expect(totpUri('ABC', 'localhost:3000', 'ann+x@example.com')).toBe(
    'otpauth://totp/localhost%3A3000:ann%2Bx%40example.com?algorithm=SHA1&digits=6&issuer=localhost%3A3000&period=30&secret=ABC',
  )
})
