// The mail server that administrators set up in the dashboard: validation for the form and the endpoint.
import * as v from 'valibot'

export const mailEncryptions = {
  starttls: 'STARTTLS (usual, port 587)',
  tls: 'TLS from the start (port 465)',
  none: 'None (only for a server on the same machine)',
} as const
export type MailEncryption = keyof typeof mailEncryptions

export const usualPorts: Record<MailEncryption, number> = { starttls: 587, tls: 465, none: 25 }

const maxSecretLength = 500

const line = (max: number, message: string) =>
  v.pipe(
    v.string(message),
    v.trim(),
    v.check((text) => text.length <= max && !/\p{Cc}/u.test(text), message),
  )

export const mailServerSchema = v.object({
  host: v.pipe(
    line(253, 'The server’s name is too long'),
    v.check(
      (text) => /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(text),
      'The server is a name such as smtp.example.com, without https:// or a port',
    ),
  ),
  port: v.pipe(
    v.number('The port is a number, usually 587 or 465'),
    v.integer('The port is a whole number'),
    v.minValue(1, 'The port is between 1 and 65535'),
    v.maxValue(65_535, 'The port is between 1 and 65535'),
  ),
  encryption: v.picklist(
    Object.keys(mailEncryptions) as MailEncryption[],
    'Choose how the connection is encrypted',
  ),
  /** Empty: the server takes mail without signing in. */
  username: line(maxSecretLength, 'The user name is too long'),
  /** Empty: the mail carries the company's name. */
  sender_name: line(100, 'The sender’s name is too long'),
  /** Empty: the mail comes from the company's address. */
  sender_address: v.pipe(
    line(255, 'The sender’s address is too long'),
    v.check(
      (text) => text === '' || v.is(v.pipe(v.string(), v.rfcEmail()), text),
      'The sender’s address is not an email address',
    ),
  ),
})

export type MailServer = v.InferOutput<typeof mailServerSchema>

/** A password is never sent back; undefined keeps the one that is stored. */
export const savedMailServerSchema = v.object({
  ...mailServerSchema.entries,
  password: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text.length <= maxSecretLength, 'The password is too long'),
      v.check((text) => !/[\r\n\0]/.test(text), 'The password has a line break in it'),
    ),
  ),
})

export type SavedMailServer = v.InferOutput<typeof savedMailServerSchema>

export interface MailServerState {
  /** The variables of the environment that are set: they win over what is stored. */
  fixed: ('SMTP_URL' | 'MAIL_FROM')[]
  /** The host of SMTP_URL. */
  fixed_host: string | null
  /** MAIL_FROM. */
  fixed_sender: string | null
  stored: (MailServer & { has_password: boolean; updated_at: string }) | null
  /** Why the stored server cannot be used. */
  problem: string | null
  /** What is used where no sender is given. */
  company: { name: string; email: string }
}

/** The stored password belongs to these: another server or account must not get it. */
export const passwordOwner = ({ host, port, encryption, username }: MailServer) =>
  JSON.stringify([host.toLowerCase(), port, encryption, username])

/** The result of a test email; `reply` is the mail server's. */
export interface TestMailResult {
  to: string
  result: 'sent' | 'in_outbox' | 'failed'
  reply: string
}
