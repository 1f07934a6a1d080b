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

export interface Mailer {
  /** Resolves when the mail has been taken over, rejects when it has to be tried again. */
  send(mail: Mail): Promise<void>
  /** Rejects when mail could not be sent at this moment. */
  verify(): Promise<void>
  close(): void
}

/** `<id@host of the site>`: known for ever by what it is about. */
export function messageIdOf(id: string, siteUrl: URL): string {
  return `<${id}@${siteUrl.hostname}>`
}
