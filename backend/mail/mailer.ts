// The interface of a mailer and the type of an email.

export interface MailAddress {
  name: string
  address: string
}

/** A JPEG that the HTML shows by `cid:`. */
export interface InlinePicture {
  cid: string
  fileName: string
  content: Uint8Array
}

/** A file that the recipient saves or opens. */
export interface MailAttachment {
  fileName: string
  contentType: string
  content: Uint8Array
}

/** An iCalendar file that the recipient's program puts into their calendar. */
export interface CalendarFile {
  /** As in the file: mail programs read it from the header. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  content: string
}

/** The logo in white, as PNG. */
export type MailMark = () => Promise<Uint8Array>

export interface Mail {
  to: string
  /** Default: the configured sender. */
  from?: MailAddress
  replyTo?: MailAddress
  subject: string
  html: string
  text: string
  pictures?: InlinePicture[]
  calendar?: CalendarFile
  attachments?: MailAttachment[]
  /** The same on every retry, so that a receiver can recognise a duplicate. */
  messageId: string
  /** Suppresses automatic replies. */
  isAutomatic?: boolean
  /** Where the recipient switches such emails off, as mail programs offer it. */
  unsubscribeUrl?: string
  /** A URL that ends such emails when it is posted to, without a question (RFC 8058). */
  oneClickUnsubscribe?: string
}

export interface SendOptions {
  /**
   * Must resolve before the mail server gets the end of the message, on which it accepts the email.
   * When it rejects, the email is not sent.
   */
  beforeLast?: (() => Promise<void>) | undefined
  /** Called with the response of the mail server that accepted the email. */
  onResponse?: ((words: string) => void) | undefined
}

export interface Mailer {
  /**
   * Resolves when a mail server has accepted the email, or when it is in the outbox because no server
   * is configured.
   */
  send(mail: Mail, options?: SendOptions): Promise<'sent' | 'in_outbox'>
  /** Rejects when emails cannot be sent now. */
  verify(): Promise<void>
  close(): void
}

/** A permanent refusal by the mail server: a retry would not help. */
export class MailRefused extends Error {
  readonly isPermanent = true
  /** Whether it refused the recipient's address or the message itself. */
  readonly refused: 'address' | 'message'

  constructor(refused: MailRefused['refused'], words: string) {
    super(`The mail server refused this ${refused}: ${words}`)
    this.name = 'MailRefused'
    this.refused = refused
  }
}

/** `<id@host of the site>`: stable for the id. */
export function messageIdOf(id: string, siteUrl: URL): string {
  return `<${id}@${siteUrl.hostname}>`
}
