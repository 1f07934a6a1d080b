import { zone } from '#content/zone.ts'
import { type Company, type EmailContent, layout } from './layout.ts'

export interface RecoveryCodeUse {
  at: Date
  /** The IP address it was used from. */
  from: string
  codesLeft: number
  signInUrl: string
}

/** Sent to the account's owner, who may not be the person who used the code. */
export function recoveryCodeUsed(use: RecoveryCodeUse, company: Company): EmailContent {
  return layout(
    {
      subject: `A recovery code was used at ${company.name}`,
      heading: 'A recovery code was used',
      paragraphs: [
        'Someone signed in to your account with your password and one of your recovery codes. Two-factor is off now, and every other device was signed out.',
        'If it was you, please set up two-factor again.',
      ],
      details: [
        { label: 'When', value: formatDateTime(use.at) },
        { label: 'From', value: use.from },
        { label: 'Codes left', value: String(use.codesLeft) },
      ],
      link: { label: 'Go to your account', href: use.signInUrl },
      closing: `If it was not you, change your password at once and call us on ${company.phone}.`,
    },
    company,
  )
}

function formatDateTime(at: Date): string {
  return at.toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  })
}
