// Without a mail server emails are written to files, to be read directly or in the dashboard. They go
// through the same queue, so nothing else changes when a server is configured.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailAddress, Mailer, MailMark } from './mailer.ts'
import { toMessage } from './message.ts'

export interface OutboxOptions {
  /** DATA_DIR/outbox. */
  folder: string
  from(): MailAddress
  mark?: MailMark
}

/** An email as the dashboard shows it. */
export interface OutboxMail {
  id: string
  /** The id in its Message-ID: the delivery's, for an email about an enquiry. */
  about?: string
  to: string
  subject: string
  text: string
  written_at: string
}

export function outboxMailer({ folder, from, mark }: OutboxOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let ready: Promise<unknown> | undefined
  return {
    async send(mail) {
      ready ??= mkdir(folder, { recursive: true, mode: 0o700 })
      await ready
      const { message } = await composer.sendMail(toMessage(mail, from(), await mark?.()))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed')
      // A retry replaces its file; the rename means that no reader sees half of it.
      const name = outboxName(mail.messageId)
      await writeFile(join(folder, `${name}.tmp`), message, { mode: 0o600 })
      await rename(join(folder, `${name}.tmp`), join(folder, `${name}.eml`))
      // The same as JSON, so that the dashboard need not parse the email.
      const { to, subject, text, messageId } = mail
      const about = /^<([\da-f-]{36})@/.exec(messageId)?.[1]
      const shown: OutboxMail = {
        id: name,
        ...(about && { about }),
        to,
        subject,
        text,
        written_at: new Date().toISOString(),
      }
      await writeFile(join(folder, `${name}.tmp`), JSON.stringify(shown), { mode: 0o600 })
      await rename(join(folder, `${name}.tmp`), join(folder, `${name}.json`))
      return 'in_outbox'
    },
    async verify() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    close: () => composer.close(),
  }
}

/** The file name of an email, without its extension. */
export function outboxName(messageId: string): string {
  return createHash('sha256').update(messageId).digest('hex').slice(0, 32)
}

/** Newest first. An email erased while the folder is read is left out. */
export async function readOutbox(folder: string, limit = 100): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const found = await stat(join(folder, name)).catch(ifGone)
        return found ? [{ name, written: found.mtimeMs }] : []
      }),
  )
  const newest = files
    .flat()
    .sort((a, b) => b.written - a.written)
    .slice(0, limit)
  const texts = await Promise.all(
    newest.map(({ name }) => readFile(join(folder, name), 'utf8').catch(ifGone)),
  )
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text)]))
}

function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Emails hold personal data, so they are removed with their enquiries. */
export async function deleteOldMails(folder: string, olderThan: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => /\.(eml|json|tmp)$/.test(name))) {
    const file = join(folder, name)
    const { mtime } = await stat(file)
    if (mtime < olderThan) await rm(file, { force: true })
  }
}
