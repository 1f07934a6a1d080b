import { expect, test } from 'vitest'
import { scanQr } from '#tests/support/scan-qr.ts'
import { qrSvg } from './qr-code.ts'

const sample = `otpauth://totp/é${'ab1:/?&'.repeat(400)}`

// A usual URI has 120 characters; with the longest issuer it has about 1,500.
test.each([5, 60, 117, 200, 500, 900, 1600])('%i characters are read back', (length) => {
  const text = sample.slice(0, length)
  expect(scanQr(qrSvg(text))).toBe(text)
})

test('the picture has a quiet zone of four modules', () => {
  const svg = qrSvg('x')
  expect(svg).toContain('viewBox="0 0 29 29"')
  expect(svg).toContain('M4 4h1v1h-1z')
  expect(svg).not.toContain('M3 ')
})

test('a text that no code holds is refused', () => {
  expect(() => qrSvg('x'.repeat(2332))).toThrow()
  expect(qrSvg('x'.repeat(2331))).toContain('viewBox="0 0 185 185"')
})
