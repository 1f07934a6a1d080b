// Mail over SMTP, on a few connections that are kept open.
import { createTransport } from 'nodemailer'
import { type MailAddress, type Mailer, MailRefused } from './mailer.ts'
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
      await transport.sendMail(toMessage(mail, from)).catch((error) => {
        throw asRefusal(error) ?? error
      })
      return 'sent'
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

interface SmtpError {
  /** The command that was answered. */
  command?: string
  responseCode?: number
  response?: string
}

/** Commands out of order, or a sign-in that is missing: our own set-up, not this mail. */
const aboutOurselves = [503, 530, 535, 538]

/**
 * A 5xx answer to the recipient or to the message is final (RFC 5321, 4.2.1). To the sender or to a
 * sign-in it is a fault of the settings, and the mail waits until they are mended.
 */
function asRefusal({ command, responseCode = 0, response = '' }: SmtpError) {
  const isFinal = responseCode >= 500 && responseCode < 600
  if (!isFinal || aboutOurselves.includes(responseCode)) return undefined
  if (command === 'RCPT TO') return new MailRefused('address', response)
  return command === 'DATA' ? new MailRefused('message', response) : undefined
}
