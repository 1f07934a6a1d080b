import { type Company, codeAddress, type EmailContent, layout } from './layout.ts'

export function recovery(input: { link: string; code: string }, company: Company): EmailContent {
  return layout(
    {
      subject: `Choose a new password for ${company.name}`,
      heading: 'Choose a new password',
      paragraphs: ['You asked for a new password for your account.'],
      link: { label: 'Choose a new password', href: input.link },
      code: { digits: input.code, at: codeAddress('recovery', input.link) },
      closing:
        'The link and the code work once and for 24 hours. If you did not ask for this, your password stays as it is and you need do nothing.',
    },
    company,
  )
}
