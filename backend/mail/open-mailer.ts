// SMTP when a server is configured, else the development outbox: the same mails either way.
import { join } from 'node:path'
import { type Mailer, messageIdOf } from './mailer.ts'
import { parseSender } from './message.ts'
import { emptyOutbox, type OutboxMail, outboxMailer, outboxName, readOutbox } from './outbox.ts'
import { findCopies, type OutboxCopy, readCopies, removeCopies } from './outbox-copies.ts'
import { smtpMailer } from './smtp.ts'

export interface OpenMailer {
  mailer: Mailer
  /** Removes mails of the outbox that are as old as this. */
  eraseCopies(olderThan: Date): Promise<void>
  dropCopy(messageId: string): Promise<void>
  /** What lies in the outbox; there is none where a server is configured. */
  readOutbox: (() => Promise<OutboxMail[]>) | undefined
  /** Copies in the outbox, also those from before there was a mail server. */
  outbox: {
    /** Mails of these deliveries, and those whose content matches. */
    find(deliveryIds: string[], matches: (content: string) => boolean): Promise<OutboxCopy[]>
    remove(ids: string[]): Promise<void>
  }
  /** What the mails of these deliveries say, as far as they lie in the outbox. */
  readCopies(deliveryIds: string[]): Promise<Map<string, OutboxMail>>
}

/** As many of the outbox are searched and listed. */
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
    async readCopies(deliveryIds) {
      const found = await readCopies(
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
    dropCopy: (messageId) => removeCopies(folder, [outboxName(messageId)]),
    eraseCopies: (olderThan) => emptyOutbox(folder, olderThan),
  }
}
