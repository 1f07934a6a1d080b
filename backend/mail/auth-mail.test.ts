import { describe, expect, test } from 'vitest'
import { type AuthMail, renderAuthMail } from './auth-mail.ts'

const company = {
  name: 'Hopyard & Sons <Ltd>',
  phone: '01632 960123',
  email: 'office@hopyard.example',
  county: 'Worcestershire',
  town: 'Worcester',
}
const link = 'https://hopyard.example/auth/v1/verify?token=abc&type=signup&redirect_to=x'
const mails: AuthMail[] = [
  { kind: 'signup', to: 'a@example.com', code: '012345', link },
  { kind: 'invite', to: 'a@example.com', code: '012345', link },
  { kind: 'invite', to: 'c@example.com', code: '012345', link, role: 'staff' },
  { kind: 'invite', to: 'd@example.com', code: '012345', link, role: 'admin' },
  { kind: 'magiclink', to: 'a@example.com', code: '012345', link },
  { kind: 'recovery', to: 'a@example.com', code: '012345', link },
  { kind: 'email_change', to: 'a@example.com', code: '012345', link, newEmail: 'b@example.com' },
  { kind: 'email_change', to: 'b@example.com', code: '012345', link, newEmail: 'b@example.com' },
  { kind: 'reauthentication', to: 'a@example.com', code: '012345' },
]

/** Mail filters follow links: the address in use agrees to a change by a code alone. */
const hasLink = (mail: AuthMail) =>
  'link' in mail && !(mail.kind === 'email_change' && mail.to !== mail.newEmail)

describe.each(mails)('$kind to $to', (mail) => {
  const { subject, html, text } = renderAuthMail(mail, company)

  test('carries the code, and the link where there is one, in both forms', () => {
    expect(html).toContain('012345')
    expect(text).toContain('012345')
    expect(text.includes(link)).toBe(hasLink(mail))
    expect(html.includes(link.replaceAll('&', '&amp;'))).toBe(hasLink(mail))
  })

  test('says where its code is typed, but for the page that asked for it', () => {
    const place = `https://hopyard.example/auth?enter-code=${mail.kind}`
    const words = hasLink(mail) ? 'Or type' : 'Type'
    expect(text.includes(`${words} this code at ${place}\n012345`)).toBe('link' in mail)
    expect(html.includes(`<a href="${place}"`)).toBe('link' in mail)
  })

  test('is in the company’s name and look', () => {
    expect(subject).toContain(company.name)
    expect(html).toContain('#0e3b26')
    expect(html).toContain('Hopyard &amp; Sons &lt;Ltd&gt;')
    expect(html).not.toContain('<Ltd>')
    expect(text).toContain(company.phone)
  })
})

test('the old address learns the new one', () => {
  const [toOld, toNew] = mails.filter(({ kind }) => kind === 'email_change')
  if (!toOld || !toNew) throw new Error('no mail')
  expect(renderAuthMail(toOld, company).text).toContain('b@example.com')
  expect(renderAuthMail(toNew, company).text).not.toContain('a@example.com')
})

test('an invitation says what the person may do', () => {
  const texts = mails
    .filter(({ kind }) => kind === 'invite')
    .map((mail) => renderAuthMail(mail, company).text)
  expect(texts.map((text) => /enquiries/.test(text))).toEqual([false, true, false])
  expect(texts.map((text) => /administrator/.test(text))).toEqual([false, false, true])
})
