import type { MemberRole } from '#schemas/roles.ts'
import { type Company, codeAddress, type EmailContent, layout } from './layout.ts'

/** Written for a recipient who has not seen the dashboard yet. */
const rights: Record<MemberRole, string> = {
  staff: 'You will be able to work on enquiries, see the figures and draft texts of the website.',
  admin:
    'You will be an administrator: you can do everything in the dashboard, also invite and remove other people.',
}

export interface InvitationInput {
  link: string
  code: string
  role?: MemberRole
}

export function invitation({ link, code, role }: InvitationInput, company: Company): EmailContent {
  return layout(
    {
      subject: `You have been invited to ${company.name}`,
      heading: 'You have been invited',
      paragraphs: [
        role
          ? `A colleague has invited you to the dashboard of ${company.name}. ${rights[role]}`
          : `You have been invited to open an account with ${company.name}.`,
        'Accept the invitation and choose a password.',
      ],
      link: { label: 'Accept the invitation', href: link },
      code: { digits: code, at: codeAddress('invite', link) },
      closing:
        'The link and the code work once and for 24 hours. If you did not expect this, you need do nothing.',
    },
    company,
  )
}
