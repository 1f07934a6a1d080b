// The layout of all emails: a dark header with logo and name, plain text, and one link below it at
// most (a digest has one in each line). HTML and plain text are rendered from the same parts, so both have
// the same content.
import type { CompanyProfile } from '#content/company.ts'
import type { Content } from '#content/content.ts'
import { shippedLook } from '#content/look.ts'
import { codePath, type MailedCode } from '#schemas/paths.ts'
import { asLine, escapeHtml } from './escape.ts'
import { groupsHtml, groupsText, type LineGroup } from './line-groups.ts'

export type Company = Pick<CompanyProfile, 'name' | 'phone' | 'email' | 'county' | 'town'> & {
  /** Of the header, links and buttons. */
  colour?: string
}

/** The company as its emails show it. */
export function mailedBy({ company, look }: Pick<Content, 'company' | 'look'>): Company {
  return { ...company, colour: look.deep }
}

export interface EmailContent {
  subject: string
  html: string
  text: string
}

export interface Detail {
  label: string
  value: string
  /** Link target of the value: `tel:`, `mailto:` or a URL of the site. */
  href?: string | undefined
}

export interface EmailCode {
  digits: string
  /** The page to type it on; undefined for the page that requested it. */
  at?: string | undefined
}

export interface MailParts {
  subject: string
  heading?: string | undefined
  paragraphs: string[]
  /** A text with lines and empty lines, as it was typed. */
  letter?: string | undefined
  /** Shown as a table, one per row. */
  details?: Detail[] | undefined
  /** Lists under headings, each line with its link. */
  groups?: LineGroup[] | undefined
  /** A message, quoted verbatim. */
  quote?: { label: string; words: string } | undefined
  steps?: { heading: string; items: string[] } | undefined
  /** `count` in all; those with an id are shown. */
  photos?: { count: number; cids: string[] } | undefined
  link?: { label: string; href: string } | undefined
  code?: EmailCode | undefined
  /** The last paragraph, e.g. what to do if the email was not expected. */
  closing: string
  /** Where the recipient ends or chooses such emails; after the closing words. */
  settings?: { label: string; href: string } | undefined
}

const inkSoft = '#475a50'
const line = '#dfe4dc'
const space = 'margin:0 0 16px'

/** The page for typing the code, on the same site as the link. */
export function codeAddress(kind: MailedCode, link: string): string {
  return new URL(codePath(kind), link).href
}

export function layout(parts: MailParts, company: Company): EmailContent {
  return { subject: parts.subject, html: asHtml(parts, company), text: asText(parts, company) }
}

function asHtml(parts: MailParts, company: Company): string {
  const { colour = shippedLook.deep } = company
  const paragraph = (words: string) => `<p style="${space}">${escapeHtml(words)}</p>`
  const body = [
    ...(parts.heading
      ? [`<h1 style="${space};font-size:22px;line-height:1.3">${escapeHtml(parts.heading)}</h1>`]
      : []),
    ...parts.paragraphs.map(paragraph),
    ...(parts.letter ? [letterHtml(parts.letter)] : []),
    ...(parts.details?.length ? [detailsHtml(parts.details, colour)] : []),
    ...(parts.groups ? [groupsHtml(parts.groups, colour)] : []),
    ...(parts.quote ? [quoteHtml(parts.quote, colour)] : []),
    ...(parts.photos ? [photosHtml(parts.photos)] : []),
    ...(parts.link ? [linkHtml(parts.link, colour)] : []),
    ...(parts.code ? [codeHtml(parts.code, colour, parts.link !== undefined)] : []),
    ...(parts.steps ? [stepsHtml(parts.steps)] : []),
    paragraph(parts.closing),
    ...(parts.settings ? [settingsHtml(parts.settings, colour)] : []),
  ]
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.subject)}</title>
</head>
<body style="margin:0;background:#f0f3ee;color:#10231a;font:16px/1.6 Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="background:${colour};color:#ffffff;padding:20px 24px;font-size:18px;font-weight:bold"><img src="cid:mark" alt="" width="32" height="32" style="vertical-align:middle;margin-right:12px">${escapeHtml(company.name)}</td></tr>
<tr><td style="background:#ffffff;padding:28px 24px">
${body.join('\n')}
</td></tr>
<tr><td style="padding:16px 24px;color:${inkSoft};font-size:14px">${footerOf(company).map(escapeHtml).join('<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function letterHtml(words: string): string {
  return splitLetter(words)
    .map((part) => `<p dir="auto" style="${space}">${withBreaks(part)}</p>`)
    .join('\n')
}

/** Its paragraphs. */
function splitLetter(words: string): string[] {
  return words
    .replaceAll(/\r\n|\r/g, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
}

const withBreaks = (words: string) => escapeHtml(words).replaceAll(/\r\n|\r|\n/g, '<br>')

// User text may be right-to-left: `dir="auto"` limits that to its cell.
function detailsHtml(details: Detail[], colour: string): string {
  const rows = details.map(({ label, value, href }) => {
    const text = escapeHtml(value)
    const shown = href ? `<a href="${escapeHtml(href)}" style="color:${colour}">${text}</a>` : text
    return `<tr><th align="left" valign="top" style="padding:6px 16px 6px 0;border-bottom:1px solid ${line};font-weight:normal;color:${inkSoft};white-space:nowrap">${escapeHtml(label)}</th><td dir="auto" style="padding:6px 0;border-bottom:1px solid ${line};font-weight:bold;word-break:break-word">${shown}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${space}">\n${rows.join('\n')}\n</table>`
}

function quoteHtml({ label, words }: { label: string; words: string }, colour: string): string {
  const lines = withBreaks(words)
  return `<p style="margin:0 0 8px;color:${inkSoft}">${escapeHtml(label)}</p>
<blockquote dir="auto" style="${space};padding:12px 16px;background:#f0f3ee;border-left:4px solid ${colour};word-break:break-word">${lines}</blockquote>`
}

function photosHtml({ count, cids }: { count: number; cids: string[] }): string {
  const pictures = cids.map(
    (cid, at) =>
      `<img src="cid:${cid}" alt="Photo ${at + 1}" width="240" style="max-width:48%;height:auto;margin:0 4px 8px 0;vertical-align:top">`,
  )
  return `<p style="margin:0 0 8px;color:${inkSoft}">${formatPhotos(count)}</p>
<p style="${space}">${pictures.join('')}</p>`
}

function formatPhotos(count: number): string {
  return count === 1 ? 'One photo, large in the record' : `${count} photos, large in the record`
}

function linkHtml({ label, href }: { label: string; href: string }, colour: string): string {
  return `<p style="${space}"><a href="${escapeHtml(href)}" style="display:inline-block;background:${colour};color:#ffffff;padding:12px 20px;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a></p>
<p style="${space};font-size:14px;word-break:break-all">${escapeHtml(href)}</p>`
}

function settingsHtml({ label, href }: { label: string; href: string }, colour: string): string {
  return `<p style="${space};font-size:14px"><a href="${escapeHtml(href)}" style="color:${colour}">${escapeHtml(label)}</a></p>`
}

function codeHtml({ digits, at }: EmailCode, colour: string, hasLink: boolean): string {
  const place =
    at && ` at <a href="${escapeHtml(at)}" style="color:${colour}">${escapeHtml(at)}</a>`
  return `<p style="margin:0 0 8px;word-break:break-word">${introduction(place, hasLink)}</p>
<p style="${space};font-size:28px;letter-spacing:4px;font-weight:bold">${escapeHtml(digits)}</p>`
}

const introduction = (place: string | undefined, hasLink: boolean) =>
  place ? `${hasLink ? 'Or type' : 'Type'} this code${place}` : 'Type this code:'

function stepsHtml({ heading, items }: { heading: string; items: string[] }): string {
  const list = items.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`)
  return `<h2 style="margin:0 0 8px;font-size:17px">${escapeHtml(heading)}</h2>
<ol style="${space};padding-left:22px">${list.join('')}</ol>`
}

function asText(parts: MailParts, company: Company): string {
  const { details, groups, quote, steps, photos, link, code, settings } = parts
  const blocks = [
    ...(parts.heading ? [parts.heading] : []),
    ...parts.paragraphs,
    ...(parts.letter ? splitLetter(parts.letter) : []),
    ...(details?.length
      ? [details.map(({ label, value }) => `${label}: ${asLine(value)}`).join('\n')]
      : []),
    ...(groups ? [groupsText(groups)] : []),
    ...(quote ? [`${quote.label}\n\n${quoted(quote.words)}`] : []),
    ...(photos ? [`${formatPhotos(photos.count)}.`] : []),
    ...(link ? [`${link.label}:\n${link.href}`] : []),
    ...(code
      ? [`${introduction(code.at && ` at ${code.at}`, link !== undefined)}\n${code.digits}`]
      : []),
    ...(steps
      ? [`${steps.heading}\n${steps.items.map((item, at) => `${at + 1}. ${item}`).join('\n')}`]
      : []),
    parts.closing,
    ...(settings ? [`${settings.label}:\n${settings.href}`] : []),
    `-- \n${footerOf(company).join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function footerOf({ name, town, county, phone, email }: Company): string[] {
  return [`${name}, ${town}, ${county}`, `${phone} · ${email}`]
}

function quoted(words: string): string {
  return words
    .split(/\r\n|\r|\n/)
    .map((row) => `> ${row}`)
    .join('\n')
}
