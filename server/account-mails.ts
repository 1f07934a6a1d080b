// The mails to owners of accounts, as the auth service and the staff functions ask for them.
import { randomUUID } from 'node:crypto'
import { mailLifeMs } from '#backend/auth/accounts/one-time-tokens.ts'
import type { AuthDeps } from '#backend/auth/service.ts'
import { renderAuthMail } from '#backend/mail/auth-mail.ts'
import { messageIdOf } from '#backend/mail/mailer.ts'
import { recoveryCodeUsed } from '#backend/mail/templates/recovery-code-used.ts'
import type { StaffDeps } from '#backend/staff/deps.ts'
import { dashboardPath } from '#schemas/paths.ts'
import type { Config } from './config.ts'
import { addMail } from './mail-jobs.ts'

/** A notice has no link that could expire; a month later it is no news any more. */
const noticeLifeMs = 30 * 86_400_000

export interface AccountMails {
  enqueueMail: AuthDeps['enqueueMail']
  tellRecovered: StaffDeps['tellRecovered']
}

export function accountMails({
  company,
  siteUrl,
}: Pick<Config, 'company' | 'siteUrl'>): AccountMails {
  const envelope = (lifeMs: number) => ({
    messageId: messageIdOf(randomUUID(), siteUrl),
    isAutomatic: true,
    expiresAt: new Date(Date.now() + lifeMs).toISOString(),
  })
  return {
    enqueueMail: (tx, mail) =>
      addMail(tx, {
        to: mail.to,
        about: mail.kind,
        ...renderAuthMail(mail, company),
        ...envelope(mailLifeMs),
      }),
    tellRecovered(tx, { to, ...use }) {
      const signInUrl = `${siteUrl.origin}${dashboardPath('account')}`
      const words = recoveryCodeUsed({ ...use, signInUrl }, company)
      return addMail(tx, { to, about: 'recovery_code_used', ...words, ...envelope(noticeLifeMs) })
    },
  }
}
