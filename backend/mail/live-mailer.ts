// The mailer in force: the server of the environment, else the one set up in the dashboard, else the
// outbox. It changes when the dashboard's server does; emails on their way finish over the old one.

import { receiverAway } from '../outgoing/receiver-away.ts'
import type { MailAddress, Mailer, MailMark } from './mailer.ts'
import { outboxMailer } from './outbox.ts'
import { type SmtpServer, smtpMailer } from './smtp.ts'
import type { MailServerStore, StoredMailServer } from './stored-server.ts'

export interface LiveMailerOptions {
  /** SMTP_URL: it wins over what is stored. */
  smtpUrl: string | undefined
  /** MAIL_FROM: it wins over what is stored. */
  sender: MailAddress | undefined
  company(): { name: string; email: string }
  mark?: MailMark
  outboxFolder: string
  store: Pick<MailServerStore, 'read'>
}

export interface LiveMailer extends Mailer {
  /** The mail server's host; undefined while emails go to the outbox. */
  host(): Promise<string | undefined>
  /** Why the stored server cannot be used. */
  problem(): Promise<string | undefined>
  /** Reads the stored server again. When it cannot be read, the mailer stays as it is. */
  reload(): Promise<void>
}

export const lostPassword =
  'The password of the mail server was stored with another key. Enter it again under Mail.'

interface InForce {
  mailer: Mailer
  host: string | undefined
  problem: string | undefined
}

export function liveMailer(options: LiveMailerOptions): LiveMailer {
  const { smtpUrl, store } = options
  const mark = options.mark && { mark: options.mark }
  const from = () => senderOf(options, undefined)
  const fixed: InForce | undefined = smtpUrl
    ? {
        mailer: smtpMailer({ server: { url: smtpUrl }, from, ...mark }),
        host: new URL(smtpUrl).hostname,
        problem: undefined,
      }
    : undefined
  let inForce: Promise<InForce> | undefined = fixed && Promise.resolve(fixed)

  async function open(): Promise<InForce> {
    const stored = await store.read()
    if (!stored) {
      const mailer = outboxMailer({ folder: options.outboxFolder, from, ...mark })
      return { mailer, host: undefined, problem: undefined }
    }
    const { host } = stored
    if (stored.has_password && stored.password === undefined) {
      return { mailer: withoutPassword, host, problem: lostPassword }
    }
    const server = smtpServerOf(stored)
    const mailer = smtpMailer({ server, from: () => senderOf(options, stored), ...mark })
    return { mailer, host, problem: undefined }
  }

  /** Opened by the first email; after a failure the next one tries again. */
  function current(): Promise<InForce> {
    inForce ??= open().catch((error) => {
      inForce = undefined
      throw error
    })
    return inForce
  }

  return {
    send: async (mail, sending) => (await current()).mailer.send(mail, sending),
    verify: async () => (await current()).mailer.verify(),
    host: async () => (await current()).host,
    problem: async () => (await current()).problem,
    async reload() {
      if (fixed) return
      const before = inForce
      const next = await open()
      inForce = Promise.resolve(next)
      ;(await before?.catch(() => undefined))?.mailer.close()
    },
    close: () => void inForce?.then(({ mailer }) => mailer.close()).catch(() => {}),
  }
}

/** Emails wait in the queue until the password is entered. */
const withoutPassword: Mailer = {
  send: () => Promise.reject(receiverAway(new Error(lostPassword))),
  verify: () => Promise.reject(new Error(lostPassword)),
  close() {},
}

function senderOf(
  { sender, company }: LiveMailerOptions,
  stored: StoredMailServer | undefined,
): MailAddress {
  if (sender) return { name: sender.name || company().name, address: sender.address }
  return {
    name: stored?.sender_name || company().name,
    address: stored?.sender_address || company().email,
  }
}

function smtpServerOf({
  host,
  port,
  encryption,
  username,
  password,
}: StoredMailServer): SmtpServer {
  return {
    host,
    port,
    secure: encryption === 'tls',
    // Without it a server, or an attacker on the way, could decline encryption and read the password.
    requireTLS: encryption === 'starttls',
    ...(username && { auth: { user: username, pass: password ?? '' } }),
  }
}
