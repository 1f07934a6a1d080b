// Mail over SMTP, on a few connections that are kept open.
import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import { type MailAddress, type Mailer, MailRefused, type SendOptions } from './mailer.ts'
import { toMessage } from './message.ts'

/** nodemailer waits for minutes by default, longer than a job's lease. */
const timeoutMs = 10_000
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
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  transport.use('stream', ({ data, message }, done) => {
    const { beforeLast } = data as SendOptions
    // A new one for each try: nodemailer sends again when a kept connection turns out to be closed.
    if (beforeLast) message.transform((() => heldAtEnd(beforeLast)) as unknown as Transform)
    done()
  })
  return {
    async send(mail, { beforeLast, onAnswer } = {}) {
      const message = { ...toMessage(mail, from), beforeLast }
      const { response } = await transport.sendMail(message).catch((error) => {
        throw asRefusal(error) ?? error
      })
      onAnswer?.(response)
      return 'sent'
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Lets the mail through and holds back its end, after which nodemailer sends the final dot. */
function heldAtEnd(beforeLast: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => void beforeLast().then(() => done(), done),
  })
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
