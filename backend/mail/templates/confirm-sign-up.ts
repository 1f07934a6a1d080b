import { type Company, codeAddress, type EmailContent, layout } from './layout.ts'

export function confirmSignUp(
  input: { link: string; code: string },
  company: Company,
): EmailContent {
  return layout(
    {
      subject: `Confirm your account with ${company.name}`,
      heading: 'Confirm your email address',
      paragraphs: [
        'An account was opened with this email address. Confirm that it is yours to finish.',
      ],
      link: { label: 'Confirm your email address', href: input.link },
      code: { digits: input.code, at: codeAddress('signup', input.link) },
      closing:
        'The link and the code work once and for 24 hours. If you did not open an account, you need do nothing.',
    },
    company,
  )
}
