// Converts an email for nodemailer. Header values are reduced to one line, which prevents header
// injection through line breaks.
import type { SendMailOptions } from 'nodemailer'
import type { Mail, MailAddress } from './mailer.ts'

/** `mark`: the logo as PNG, which the head of the HTML shows. */
export function toMessage(mail: Mail, from: MailAddress, mark?: Uint8Array): SendMailOptions {
  return {
    from: asAddress(mail.from ?? from),
    to: { name: '', address: oneLine(mail.to) },
    ...(mail.replyTo && { replyTo: asAddress(mail.replyTo) }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: oneLine(mail.messageId),
    headers: headersOf(mail),
    attachments: [...inlinePicturesOf(mail, mark), ...attachmentsOf(mail)],
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'visit.ics' } }),
    // Visitor text must never make nodemailer open a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function headersOf({
  isAutomatic,
  unsubscribeUrl,
  oneClickUnsubscribe,
}: Mail): Record<string, string> {
  return {
    ...(isAutomatic && {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    }),
    ...(unsubscribeUrl && { 'List-Unsubscribe': `<${oneLine(unsubscribeUrl)}>` }),
    ...(oneClickUnsubscribe && {
      'List-Unsubscribe': `<${oneLine(oneClickUnsubscribe)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

function inlinePicturesOf({ html, pictures = [] }: Mail, mark: Uint8Array | undefined) {
  const logo = mark && { cid: 'mark', fileName: 'mark.png', content: mark }
  return [...(logo && html.includes('cid:mark') ? [logo] : []), ...pictures].map(
    ({ cid, fileName, content }) => ({
      cid,
      filename: fileName,
      content: Buffer.from(content),
      contentDisposition: 'inline' as const,
    }),
  )
}

function attachmentsOf({ attachments = [] }: Mail) {
  return attachments.map(({ fileName, contentType, content }) => ({
    filename: oneLine(fileName),
    contentType,
    // Without a copy: it may have megabytes.
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    contentDisposition: 'attachment' as const,
  }))
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
