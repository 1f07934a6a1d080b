import { type Company, type EmailContent, layout } from './layout.ts'

export function reauthentication(input: { code: string }, company: Company): EmailContent {
  return layout(
    {
      subject: `Your code for ${company.name}`,
      heading: 'Confirm that it is you',
      paragraphs: ['A change to your account needs to be confirmed.'],
      code: { digits: input.code },
      closing: `If you did not ask for this, someone else may be using your account: change your password and call us on ${company.phone}.`,
    },
    company,
  )
}
