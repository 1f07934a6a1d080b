// Uses SMTP when a server is configured, else the outbox folder.
import { join } from 'node:path'
import { type Mailer, messageIdOf } from './mailer.ts'
import { parseSender } from './message.ts'
import { deleteOldMails, type OutboxMail, outboxMailer, outboxName, readOutbox } from './outbox.ts'
import { findCopies, type OutboxCopy, readOutboxMails, removeCopies } from './outbox-copies.ts'
import { smtpMailer } from './smtp.ts'

export interface OpenMailer {
  mailer: Mailer
  /** Removes emails older than this from the outbox. */
  removeOutboxMailsOf(olderThan: Date): Promise<void>
  removeOutboxMail(messageId: string): Promise<void>
  /** Reads the outbox; undefined when a mail server is configured. */
  readOutbox: (() => Promise<OutboxMail[]>) | undefined
  /** Copies in the outbox, including those from before a mail server was configured. */
  outbox: {
    /** Emails of these deliveries, and those whose content matches. */
    find(deliveryIds: string[], matches: (content: string) => boolean): Promise<OutboxCopy[]>
    remove(ids: string[]): Promise<void>
  }
  /** The content of these deliveries' emails, if they are in the outbox. */
  readOutboxMails(deliveryIds: string[]): Promise<Map<string, OutboxMail>>
}

/** At most this many are searched and listed. */
const maxListed = 1000

export interface MailSettings {
  mail: { smtpUrl: string | undefined; from: string }
  company: { name: string }
  dataDir: string
  siteUrl: URL
}

export function openMailer({ mail, company, dataDir, siteUrl }: MailSettings): OpenMailer {
  const from = parseSender(mail.from, company.name)
  const folder = join(dataDir, 'outbox')
  return {
    mailer: mail.smtpUrl ? smtpMailer({ url: mail.smtpUrl, from }) : outboxMailer({ folder, from }),
    readOutbox: mail.smtpUrl ? undefined : () => readOutbox(folder, maxListed),
    outbox: {
      find(deliveryIds, matches) {
        const names = deliveryIds.map((id) => outboxName(messageIdOf(id, siteUrl)))
        return findCopies(folder, names, matches)
      },
      remove: (ids) => removeCopies(folder, ids),
    },
    async readOutboxMails(deliveryIds) {
      const found = await readOutboxMails(
        folder,
        deliveryIds.map((id) => outboxName(messageIdOf(id, siteUrl))),
      )
      return new Map(
        deliveryIds.flatMap((id, at) => {
          const mail = found[at]
          return mail ? [[id, mail]] : []
        }),
      )
    },
    removeOutboxMail: (messageId) => removeCopies(folder, [outboxName(messageId)]),
    removeOutboxMailsOf: (olderThan) => deleteOldMails(folder, olderThan),
  }
}
