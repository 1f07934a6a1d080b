import { expect, test } from 'vitest'
import { recoveryCodeUsed } from './recovery-code-used.ts'

const company = {
  name: 'Hopyard',
  phone: '01632 960123',
  email: 'office@hopyard.example',
  county: 'Worcestershire',
  town: 'Worcester',
}

test('the owner learns when, from where, what is left and what to do', () => {
  const { subject, html, text } = recoveryCodeUsed(
    {
      at: new Date('2026-07-15T08:05:00Z'),
      from: '192.0.2.7',
      codesLeft: 9,
      signInUrl: 'https://hopyard.example/admin?tab=account',
    },
    company,
  )
  expect(subject).toBe('A recovery code was used at Hopyard')
  for (const words of [html, text]) {
    // British Summer Time.
    expect(words).toMatch(/15 July 2026 at 0?9:05/)
    expect(words).toContain('192.0.2.7')
    expect(words).toContain('https://hopyard.example/admin?tab=account')
    expect(words).toContain('change your password at once and call us on 01632 960123')
  }
  expect(text).toContain('Codes left: 9')
})
