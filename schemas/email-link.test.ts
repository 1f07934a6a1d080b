import { expect, test } from 'vitest'
import { emailLink } from './email-link.ts'

test.each([
  ['ann@example.com', 'mailto:ann@example.com'],
  ["o'neill+garden@example.com", "mailto:o'neill%2Bgarden@example.com"],
  ['boss?bcc=all@evil.example', 'mailto:boss%3Fbcc%3Dall@evil.example'],
  ['a&body=x@evil.example', 'mailto:a%26body%3Dx@evil.example'],
  ['a@b?cc=c@evil.example', 'mailto:a%40b%3Fcc%3Dc@evil.example'],
])('%s opens a mail to nobody else', (email, link) => {
  expect(emailLink(email)).toBe(link)
})

test('the subject is one, whatever it says', () => {
  expect(emailLink('ann@example.com', 'Your enquiry A&B')).toBe(
    'mailto:ann@example.com?subject=Your%20enquiry%20A%26B',
  )
})
