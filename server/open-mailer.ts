// SMTP when a server is configured, else the development outbox: the same mails either way.
import { join } from 'node:path'
import type { Mailer } from '#backend/mail/mailer.ts'
import { parseSender } from '#backend/mail/message.ts'
import { emptyOutbox, type OutboxMail, outboxMailer, readOutbox } from '#backend/mail/outbox.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import type { Config } from './config.ts'

export interface OpenMailer {
  mailer: Mailer
  /** Removes mails of the outbox that are as old as this. */
  eraseCopies(olderThan: Date): Promise<void>
  /** What lies in the outbox; there is none where a server is configured. */
  readOutbox: (() => Promise<OutboxMail[]>) | undefined
}

export function openMailer({
  mail,
  company,
  dataDir,
}: Pick<Config, 'mail' | 'company' | 'dataDir'>): OpenMailer {
  const from = parseSender(mail.from, company.name)
  const folder = join(dataDir, 'outbox')
  return {
    mailer: mail.smtpUrl ? smtpMailer({ url: mail.smtpUrl, from }) : outboxMailer({ folder, from }),
    readOutbox: mail.smtpUrl ? undefined : () => readOutbox(folder),
    eraseCopies: (olderThan) => emptyOutbox(folder, olderThan),
  }
}
