// The job of a ready email: the payload holds the whole message, with its link and code.
import type { Queryable } from '../database/database.ts'
import { addJob } from '../jobs/add-job.ts'
import type { HandOver } from '../jobs/hand-over.ts'
import { skipped, type Worker } from '../jobs/job.ts'
import type { AuthMail } from './auth-mail.ts'
import type { Mail, Mailer } from './mailer.ts'
import { smtpConnections } from './smtp.ts'

export const mailKind = 'mail'
/** All kinds that wait for the mail server. */
export const mailKinds: readonly string[] = [mailKind, 'enquiry-mail']

export interface QueuedMail extends Mail {
  /** What kind of email it is, for lists that must not show the link or the code. */
  about: AuthMail['kind'] | 'recovery_code_used' | 'digest' | 'overdue_answers'
  /** The enquiries that it tells of: erasing one of them removes it from the queue. */
  mentions?: string[]
  /** From then on it is neither sent nor stored. */
  expiresAt: string
}

/** Queues an email; it is sent only if the transaction commits. */
export function addMail(tx: Queryable, mail: QueuedMail): Promise<void> {
  return addJob(tx, mailKind, mail)
}

export function mailWorker(mailer: Mailer, handOver: HandOver): Worker {
  return {
    kind: mailKind,
    kindsOfReceiver: mailKinds,
    concurrency: smtpConnections,
    async run(job) {
      // Emails queued by an earlier version have no expiry.
      const {
        about: _,
        mentions: _mentions,
        expiresAt,
        ...mail
      } = job.payload as Mail & Partial<QueuedMail>
      const isExpired = expiresAt !== undefined && new Date(expiresAt) < new Date()
      if (isExpired && !job.isAccepted) return skipped
      return handOver(job, (beforeLast) => mailer.send(mail, { beforeLast })).catch((error) => {
        // The message is logged and stored for staff.
        if (error instanceof Error) error.message = redactSecrets(error.message)
        throw error
      })
    },
  }
}

/** A mail server may quote what it refuses: the link or the code would give access to the account. */
export function redactSecrets(words: string): string {
  return words
    .replaceAll(/\bhttps?:\/\/\S+/gi, '(link left out)')
    .replaceAll(/(?<!\d)\d{6}(?!\d)/g, '(code left out)')
}
