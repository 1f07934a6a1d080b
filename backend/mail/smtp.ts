// Mail over SMTP, on a few connections that are kept open.
import { createTransport } from 'nodemailer'
import type { MailAddress, Mailer } from './mailer.ts'
import { toMessage } from './message.ts'

/** nodemailer waits for minutes by default, longer than a job's lease. */
const patienceMs = 10_000
/** As many mails are on their way at once. */
export const smtpConnections = 10

export interface SmtpOptions {
  url: string
  from: MailAddress
}

export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtpConnections,
    maxMessages: 1_000,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
  })
  return {
    async send(mail) {
      await transport.sendMail(toMessage(mail, from))
      return 'sent'
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
