import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { qrModules, qrSvg } from './qr-code.ts'

const sample = `otpauth://totp/é${'ab1:/?&'.repeat(200)}`

describe('modules', () => {
  // Each of these was read back by an independent scanner (jsQR 1.4.0) when its digest was written down.
  test.each([
    [5, 1, '2bb98ae842a9b99f'],
    [60, 4, 'ec156ccb5bb3dd42'],
    [117, 7, '45fb3885d4281d66'],
    [200, 10, '21856d30a27fde3b'],
    [500, 17, '8bc97949226f1d24'],
    [900, 24, 'bb4f093efddd5640'],
  ])('%i characters make the version %i that a scanner has read', (length, version, digest) => {
    const modules = qrModules(sample.slice(0, length))
    expect(modules).toHaveLength(version * 4 + 17)
    const rows = modules.map((row) => row.map(Number).join('')).join('\n')
    expect(createHash('sha256').update(rows).digest('hex').slice(0, 16)).toBe(digest)
  })

  test('a text that no version holds is refused', () => {
    expect(() => qrModules('x'.repeat(2332))).toThrow(RangeError)
    expect(qrModules('x'.repeat(2331))).toHaveLength(177)
  })
})

test('the picture has a quiet zone of four modules', () => {
  const svg = qrSvg('x')
  expect(svg).toContain('viewBox="0 0 29 29"')
  expect(svg).toContain('M4 4h1v1h-1z')
  expect(svg).not.toContain('M3 ')
})
