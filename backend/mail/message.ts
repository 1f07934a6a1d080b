// Converts an email for nodemailer. Header values are reduced to one line, which prevents header
// injection through line breaks.
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
    attachments: attachmentsOf(mail),
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'visit.ics' } }),
    // Visitor text must never make nodemailer open a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function attachmentsOf({ html, pictures = [] }: Mail) {
  const mark = { cid: 'mark', fileName: 'mark.png', content: markPng }
  return [...(html.includes('cid:mark') ? [mark] : []), ...pictures].map(
    ({ cid, fileName, content }) => ({
      cid,
      filename: fileName,
      content: Buffer.from(content),
      contentDisposition: 'inline' as const,
    }),
  )
}

function asAddress({ name, address }: MailAddress) {
  return { name: oneLine(name), address: oneLine(address) }
}

/** Removes control characters and bidirectional overrides. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}

/** `Name <address>`, or an address alone and an empty name, as MAIL_FROM gives it. */
export function parseSender(text: string): MailAddress {
  const [, name = '', address] = /^\s*"?([^"<]*?)"?\s*<([^<>\s]+)>\s*$/.exec(text) ?? []
  return address ? { name, address } : { name: '', address: text.trim() }
}
