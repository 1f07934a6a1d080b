// Sends email over a pool of SMTP connections.
import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import { receiverAway } from '../outgoing/receiver-away.ts'
import {
  type MailAddress,
  type Mailer,
  type MailMark,
  MailRefused,
  type SendOptions,
} from './mailer.ts'
import { toMessage } from './message.ts'

/** nodemailer's default timeouts are minutes, longer than a job's lease. */
const timeoutMs = 10_000
/** Maximum number of concurrent sends. */
export const smtpConnections = 10

export type SmtpServer =
  | { url: string }
  | {
      host: string
      port: number
      secure: boolean
      requireTLS: boolean
      auth?: { user: string; pass: string }
    }

export interface SmtpOptions {
  server: SmtpServer
  from(): MailAddress
  mark?: MailMark
}

export function smtpMailer({ server, from, mark }: SmtpOptions): Mailer {
  const transport = createTransport({
    ...server,
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
    // A new stream per attempt: nodemailer retries when a pooled connection turns out to be closed.
    if (beforeLast) message.transform((() => heldAtEnd(beforeLast)) as unknown as Transform)
    done()
  })
  return {
    async send(mail, { beforeLast, onResponse } = {}) {
      const message = { ...toMessage(mail, from(), await mark?.()), beforeLast }
      const { response } = await transport.sendMail(message).catch((error) => {
        throw asRefusal(error) ?? withOutage(error)
      })
      onResponse?.(response)
      return 'sent'
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Passes the message through but delays its end, after which nodemailer sends the final dot. */
function heldAtEnd(beforeLast: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => void beforeLast().then(() => done(), done),
  })
}

interface SmtpError extends Error {
  /** Of nodemailer, when there is no answer. */
  code?: string
  /** The SMTP command that failed. */
  command?: string
  responseCode?: number
  response?: string
}

/** Bad command sequence or missing authentication: our configuration, not this email. */
const configurationErrors = [503, 530, 535, 538]

/**
 * A 5xx response to RCPT TO or DATA is permanent (RFC 5321, 4.2.1). For the sender or authentication
 * it is a configuration error, and the email is retried until that is fixed.
 */
function asRefusal({ command, responseCode = 0, response = '' }: SmtpError) {
  const isFinal = responseCode >= 500 && responseCode < 600
  if (!isFinal || configurationErrors.includes(responseCode)) return undefined
  if (command === 'RCPT TO') return new MailRefused('address', response)
  return command === 'DATA' ? new MailRefused('message', response) : undefined
}

const connectionErrors = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS']
/** Answers to these may concern one message or one recipient. */
const messageCommands = ['RCPT TO', 'DATA']

/** Marks what stops every email: no connection, or an answer that is not about this one. */
function withOutage(error: SmtpError): SmtpError {
  const { code = '', responseCode, command = '' } = error
  const isAnswered = responseCode !== undefined
  const isOutage = isAnswered ? !messageCommands.includes(command) : connectionErrors.includes(code)
  return isOutage ? receiverAway(error) : error
}
