// Enquiries as CSV. Visitors wrote the texts, so a cell that a spreadsheet would run as a formula
// gets an apostrophe in front (CSV injection).
import { zone } from '#content/zone.ts'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import type { Written, WrittenAbout } from './written.ts'

const columns: [string, (enquiry: Enquiry, written: WrittenAbout) => string | null][] = [
  ['Reference', ({ reference }) => reference],
  ['Received', ({ created_at }) => localTime(created_at)],
  ['Status', ({ status }) => enquiryStatuses[status]],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Postcode', ({ postcode, address }) => postcode ?? address],
  ['Town', ({ town }) => town],
  ['Service', ({ service }) => service],
  ['Message', ({ message }) => message],
  ['Source', ({ source }) => source],
  ['Campaign', ({ utm_campaign }) => utm_campaign],
  ['First reply', ({ first_reply_at }) => first_reply_at && localTime(first_reply_at)],
  ['Reply due', ({ reply_due }) => localTime(reply_due)],
  ['Lost because', ({ lost_reason }) => lost_reason],
  ['Assigned to', ({ assigned_name }) => assigned_name],
  ['Follow up on', ({ follow_up_on }) => follow_up_on],
  ['Quote £', ({ quote_pence }) => pounds(quote_pence)],
  ['Won £', ({ won_pence }) => pounds(won_pence)],
  ['Notes', ({ id }, { notes }) => listed(notes.get(id))],
  ['Answers', ({ id }, { answers }) => listed(answers.get(id))],
]

/** Starts with a byte order mark: without it Excel does not read the file as UTF-8. */
export const csvHead = `\uFEFF${line(columns.map(([name]) => name))}`

export function csvLines(enquiries: Enquiry[], written: WrittenAbout): string {
  return enquiries
    .map((enquiry) => line(columns.map(([, read]) => read(enquiry, written) ?? '')))
    .join('')
}

/** One paragraph each, with time and author. */
function listed(written: Written[] = []): string {
  return written
    .map(
      ({ created_at, author_name, body, files = [] }) =>
        `${localTime(created_at)} ${author_name ?? 'A former colleague'}: ${body}${
          files.length > 0 ? `\n(Attached: ${files.join(', ')})` : ''
        }`,
    )
    .join('\n\n')
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * No cell begins a formula, also where the spreadsheet takes semicolons, tabs or the ends of lines for
 * those of cells.
 */
function cell(text: string): string {
  const inner = text.replaceAll(/(?!^)([;\t\r\n]\s*)(?=[=+@]|-\S)/g, "$1'")
  const safe = /^\s*[=+\-@\t\r]/.test(inner) ? `'${inner}` : inner
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const dateTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: zone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** 2026-11-15 10:30, which spreadsheets read as a date. */
const localTime = (time: string) => dateTime.format(new Date(time))

/** 1250.50, which spreadsheets read as a number. */
const pounds = (pence: number | null | undefined) => (pence == null ? '' : (pence / 100).toFixed(2))
