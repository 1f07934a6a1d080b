import { type Company, layout, type Words } from './layout.ts'

export function invitation(input: { link: string; code: string }, company: Company): Words {
  return layout(
    {
      subject: `You have been invited to ${company.name}`,
      heading: 'You have been invited',
      paragraphs: [
        'You have been invited to open an account with us. Accept the invitation and choose a password.',
      ],
      link: { label: 'Accept the invitation', href: input.link },
      code: { introduction: 'Or type this code:', digits: input.code },
      closing:
        'The link and the code work once and for 24 hours. If you did not expect this, you need do nothing.',
    },
    company,
  )
}
