import { type Company, codeAddress, type EmailContent, layout } from './layout.ts'

/**
 * The address in use gets no link: mail filters open those, and with a stolen session that would be
 * consent.
 */
export function changeEmail(
  input: { to: string; newEmail: string; link: string; code: string },
  company: Company,
): EmailContent {
  const isNew = input.to === input.newEmail
  return layout(
    {
      subject: `Confirm the change of your email address at ${company.name}`,
      heading: 'Confirm the change of your email address',
      paragraphs: [
        isNew
          ? 'An account is to use this email address from now on. Confirm that it is yours.'
          : `Your account is to use ${input.newEmail} from now on. Confirm that this is what you want.`,
      ],
      link: isNew ? { label: 'Confirm the change', href: input.link } : undefined,
      code: { digits: input.code, at: codeAddress('email_change', input.link) },
      closing: isNew
        ? 'The link and the code work once and for 24 hours. If you did not ask for this, you need do nothing.'
        : `The code works once and for 24 hours. If you did not ask for this, do not type it, change your password and call us on ${company.phone}.`,
    },
    company,
  )
}
