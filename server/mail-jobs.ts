// Mails that a service writes whole: the mail itself is in the job.
import type { Queryable } from '#backend/database/database.ts'
import { addJob } from '#backend/jobs/add-job.ts'
import type { Worker } from '#backend/jobs/job.ts'
import type { Mail, Mailer } from '#backend/mail/mailer.ts'
import { smtpConnections } from '#backend/mail/smtp.ts'

const kind = 'mail'

/** Sends a mail if and only if the transaction commits. */
export function addMail(tx: Queryable, mail: Mail): Promise<void> {
  return addJob(tx, kind, mail)
}

export function mailWorker(mailer: Mailer): Worker {
  return {
    kind,
    atOnce: smtpConnections,
    run: ({ payload }) => mailer.send(payload as Mail),
  }
}
