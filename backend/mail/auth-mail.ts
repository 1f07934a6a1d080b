// The emails of the auth service and their rendering.
import type { MemberRole } from '#schemas/roles.ts'
import { changeEmail } from './templates/change-email.ts'
import { confirmSignUp } from './templates/confirm-sign-up.ts'
import { invitation } from './templates/invitation.ts'
import type { Company, EmailContent } from './templates/layout.ts'
import { magicLink } from './templates/magic-link.ts'
import { reauthentication } from './templates/reauthentication.ts'
import { recovery } from './templates/recovery.ts'

interface LinkMail {
  to: string
  /** Six digits, for recipients who cannot follow the link. */
  code: string
  link: string
}

export type AuthMail =
  | ({ kind: 'signup' | 'magiclink' | 'recovery' } & LinkMail)
  | ({ kind: 'invite'; role?: MemberRole } & LinkMail)
  | ({ kind: 'email_change'; newEmail: string } & LinkMail)
  | { kind: 'reauthentication'; to: string; code: string }

export function renderAuthMail(mail: AuthMail, company: Company): EmailContent {
  switch (mail.kind) {
    case 'signup':
      return confirmSignUp(mail, company)
    case 'invite':
      return invitation(mail, company)
    case 'magiclink':
      return magicLink(mail, company)
    case 'recovery':
      return recovery(mail, company)
    case 'email_change':
      return changeEmail(mail, company)
    case 'reauthentication':
      return reauthentication(mail, company)
  }
}
