// What a mailer is, and what it is given.

export interface MailAddress {
  name: string
  address: string
}

export interface Mail {
  to: string
  /** The configured sender when left out. */
  from?: MailAddress
  replyTo?: MailAddress
  subject: string
  html: string
  text: string
  /** Stays the same however often the mail is tried, so that a repeat is known for one. */
  messageId: string
  /** True for what nobody should answer automatically. */
  isAutomatic?: boolean
}

export interface SendOptions {
  /**
   * Has to resolve before a mail server gets the last line of the mail, the one that makes it take
   * the mail over. When it rejects the mail is not sent.
   */
  beforeLast?: (() => Promise<void>) | undefined
  /** The words with which a mail server took the mail. */
  onAnswer?: ((words: string) => void) | undefined
}

export interface Mailer {
  /**
   * Resolves when a mail server has taken the mail over, or when it lies in the outbox because no
   * server is set up. Rejects when it was neither.
   */
  send(mail: Mail, options?: SendOptions): Promise<'sent' | 'in_outbox'>
  /** Rejects when mail could not be sent at this moment. */
  verify(): Promise<void>
  close(): void
}

/** A mail server's final no: trying again would not help. */
export class MailRefused extends Error {
  readonly isPermanent = true
  /** What it refused: the address that the mail was for, or the mail itself. */
  readonly refused: 'address' | 'message'

  constructor(refused: MailRefused['refused'], words: string) {
    super(`The mail server refused this ${refused}: ${words}`)
    this.name = 'MailRefused'
    this.refused = refused
  }
}

/** `<id@host of the site>`: known for ever by what it is about. */
export function messageIdOf(id: string, siteUrl: URL): string {
  return `<${id}@${siteUrl.hostname}>`
}
