import { type Company, codeAddress, type EmailContent, layout } from './layout.ts'

export function magicLink(input: { link: string; code: string }, company: Company): EmailContent {
  return layout(
    {
      subject: `Your sign-in link for ${company.name}`,
      heading: 'Sign in',
      paragraphs: ['You asked to sign in without a password.'],
      link: { label: 'Sign in', href: input.link },
      code: { digits: input.code, at: codeAddress('magiclink', input.link) },
      closing:
        'The link and the code work once and for 24 hours. If you did not ask for this, nobody has been signed in and you need do nothing.',
    },
    company,
  )
}
