// The mailer in force and the outbox folder.
import { join } from 'node:path'
import { type LiveMailer, liveMailer } from './live-mailer.ts'
import { type MailMark, messageIdOf } from './mailer.ts'
import { parseSender } from './message.ts'
import { deleteOldMails, type OutboxMail, outboxName, readOutbox } from './outbox.ts'
import { findCopies, type OutboxCopy, readOutboxMails, removeCopies } from './outbox-copies.ts'
import type { MailServerStore } from './stored-server.ts'

export interface OpenMailer {
  mailer: LiveMailer
  /** Removes emails older than this from the outbox. */
  removeOutboxMailsOf(olderThan: Date): Promise<void>
  removeOutboxMail(messageId: string): Promise<void>
  /** The newest emails in the outbox; undefined when a mail server is configured. */
  readOutbox(): Promise<OutboxMail[] | undefined>
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
  mail: { smtpUrl: string | undefined; from: string | undefined }
  company(): { name: string; email: string }
  mark?: MailMark
  store: Pick<MailServerStore, 'read'>
  dataDir: string
  siteUrl: URL
}

export function openMailer(settings: MailSettings): OpenMailer {
  const { mail, company, mark, store, dataDir, siteUrl } = settings
  const folder = join(dataDir, 'outbox')
  const sender = mail.from === undefined ? undefined : parseSender(mail.from)
  const mailer = liveMailer({
    ...{ smtpUrl: mail.smtpUrl, sender, company, outboxFolder: folder, store },
    ...(mark && { mark }),
  })
  return {
    mailer,
    readOutbox: async () =>
      (await mailer.host()) === undefined ? readOutbox(folder, maxListed) : undefined,
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
