// Queues the emails to account owners for the auth service and the staff functions.
import { randomUUID } from 'node:crypto'
import { dashboardPath } from '#schemas/paths.ts'
import type { Queryable } from '../database/database.ts'
import { type AuthMail, renderAuthMail } from './auth-mail.ts'
import { addMail } from './mail-jobs.ts'
import { messageIdOf } from './mailer.ts'
import type { Company } from './templates/layout.ts'
import { type RecoveryCodeUse, recoveryCodeUsed } from './templates/recovery-code-used.ts'

/** A notice has no expiring link, but is outdated after a month. */
const noticeLifeMs = 30 * 86_400_000

export interface AccountMailOptions {
  company(): Company
  siteUrl: URL
  /** Lifetime of the link and the code in an email. */
  linkLifeMs: number
}

type Recovered = Omit<RecoveryCodeUse, 'signInUrl'> & { to: string }

export function accountMails({ company, siteUrl, linkLifeMs }: AccountMailOptions) {
  const envelope = (lifeMs: number) => ({
    messageId: messageIdOf(randomUUID(), siteUrl),
    isAutomatic: true,
    expiresAt: new Date(Date.now() + lifeMs).toISOString(),
  })
  return {
    enqueueMail: (tx: Queryable, mail: AuthMail) =>
      addMail(tx, {
        to: mail.to,
        about: mail.kind,
        ...renderAuthMail(mail, company()),
        ...envelope(linkLifeMs),
      }),
    notifyRecovered(tx: Queryable, { to, ...use }: Recovered) {
      const signInUrl = `${siteUrl.origin}${dashboardPath('account')}`
      const words = recoveryCodeUsed({ ...use, signInUrl }, company())
      return addMail(tx, { to, about: 'recovery_code_used', ...words, ...envelope(noticeLifeMs) })
    },
  }
}
