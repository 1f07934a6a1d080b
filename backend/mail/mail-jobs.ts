// Mails that a service writes whole: the mail itself is in the job, with its link and its code.
import type { Queryable } from '../database/database.ts'
import { addJob } from '../jobs/add-job.ts'
import type { HandOver } from '../jobs/hand-over.ts'
import { skipped, type Worker } from '../jobs/job.ts'
import type { AuthMail } from './auth-mail.ts'
import type { Mail, Mailer } from './mailer.ts'
import { smtpConnections } from './smtp.ts'

export const mailKind = 'mail'

export interface QueuedMail extends Mail {
  /** What it is about, for lists that must show neither its link nor its code. */
  about: AuthMail['kind'] | 'recovery_code_used'
  /** From then on it is of no use: it is neither sent nor kept. */
  expiresAt: string
}

/** Sends a mail if and only if the transaction commits. */
export function addMail(tx: Queryable, mail: QueuedMail): Promise<void> {
  return addJob(tx, mailKind, mail)
}

export function mailWorker(mailer: Mailer, handOver: HandOver): Worker {
  return {
    kind: mailKind,
    atOnce: smtpConnections,
    async run(job) {
      // Mails that were queued by the version before say nothing of their end.
      const { about: _, expiresAt, ...mail } = job.payload as Mail & Partial<QueuedMail>
      const isExpired = expiresAt !== undefined && new Date(expiresAt) < new Date()
      if (isExpired && !job.isAccepted) return skipped
      return handOver(job, (beforeLast) => mailer.send(mail, { beforeLast })).catch((error) => {
        // It is logged and kept for staff.
        if (error instanceof Error) error.message = withoutSecrets(error.message)
        throw error
      })
    },
  }
}

/** A mail server may quote what it refuses: the link and the code would open the account. */
export function withoutSecrets(words: string): string {
  return words
    .replaceAll(/\bhttps?:\/\/\S+/gi, '(link left out)')
    .replaceAll(/(?<!\d)\d{6}(?!\d)/g, '(code left out)')
}
