// A mail as nodemailer wants it. Everything that goes into a header becomes one line here, whatever
// it was made of: nobody adds a header or a recipient by typing a line break.
import type { SendMailOptions } from 'nodemailer'
import type { Mail, MailAddress } from './mailer.ts'
import { markPng } from './mark-png.ts'

export function toMessage(mail: Mail, from: MailAddress): SendMailOptions {
  return {
    from: asAddress(mail.from ?? from),
    to: { name: '', address: oneLine(mail.to) },
    ...(mail.replyTo && { replyTo: asAddress(mail.replyTo) }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: oneLine(mail.messageId),
    ...(mail.isAutomatic && {
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    }),
    attachments: mail.html.includes('cid:mark')
      ? [{ cid: 'mark', filename: 'mark.png', content: markPng, contentDisposition: 'inline' }]
      : [],
    // Text from outside must never make the mailer open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function asAddress({ name, address }: MailAddress) {
  return { name: oneLine(name), address: oneLine(address) }
}

/** Without control characters, and without those that turn the reading direction of what follows. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}

/** `Name <address>` or an address alone, as MAIL_FROM gives it. */
export function parseSender(text: string, name: string): MailAddress {
  const parts = /^\s*"?([^"<]*?)"?\s*<([^<>\s]+)>\s*$/.exec(text)
  const [, ownName, address] = parts ?? []
  return address ? { name: ownName || name, address } : { name, address: text.trim() }
}
