// A colleague's day, in the morning: what is overdue and due, their follow-ups and visits, what nobody
// works on yet, and what else is new.
import { longDate } from '#content/long-date.ts'
import { formatDateTime } from '#content/reply-promise.ts'
import { zone } from '#content/zone.ts'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import type { TodayEnquiry, TodayGroup, TodayVisit } from '#schemas/function-results.ts'
import { dashboardPath, enquiryPath } from '#schemas/paths.ts'
import { type Company, type EmailContent, layout } from './layout.ts'
import type { GroupLine, LineGroup } from './line-groups.ts'
import { maxCounted, noticeSettings } from './notice-settings.ts'

/** As internal.take_digest() gives it. */
export interface Digest {
  day: string
  overdue: TodayGroup<TodayEnquiry>
  due: TodayGroup<TodayEnquiry>
  follow_ups: TodayGroup<TodayEnquiry>
  visits: TodayGroup<TodayVisit>
  unassigned: TodayGroup<TodayEnquiry>
  new: TodayGroup<TodayEnquiry>
}

export interface DigestInput {
  digest: Digest
  /** The day from which on enquiries are new. */
  since: string
  siteUrl: URL
}

const maxLines = 20
const dayMs = 86_400_000
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hour: '2-digit',
  minute: '2-digit',
})
const weekday = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** Undefined when the day brings nothing. */
export function digestMail(
  { digest, since, siteUrl }: DigestInput,
  company: Company,
): EmailContent | undefined {
  const { day } = digest
  const groups = [
    groupOf('Overdue answers', digest.overdue, (row) =>
      enquiryLine(row, promised(row, day), siteUrl),
    ),
    groupOf('Due today', digest.due, (row) => enquiryLine(row, promised(row, day), siteUrl)),
    groupOf('Your follow-ups', digest.follow_ups, (row) =>
      enquiryLine(row, followUp(row, day), siteUrl),
    ),
    groupOf('Your visits today', digest.visits, (row) => visitLine(row, siteUrl)),
    groupOf('Unassigned', digest.unassigned, (row) =>
      enquiryLine(row, row.status === 'new' ? promised(row, day) : followUp(row, day), siteUrl),
    ),
    groupOf(`Also new since ${nameOfDay(since, day)}`, digest.new, (row) =>
      enquiryLine(row, standing(row), siteUrl),
    ),
  ].filter(({ lines }) => lines.length > 0)
  if (groups.length === 0) return undefined
  const today = weekday.format(new Date(day)).replace(',', '')
  return layout(
    {
      subject: `${today}: ${summarise(digest)}`,
      heading: today,
      paragraphs: [],
      groups,
      link: { label: 'Open Today', href: new URL(dashboardPath('today'), siteUrl).href },
      ...noticeSettings(siteUrl, 'You get this email each morning on which there is something.'),
    },
    company,
  )
}

function groupOf<Row>(
  heading: string,
  { count, rows }: TodayGroup<Row>,
  toLine: (row: Row) => GroupLine,
): LineGroup {
  const lines = rows.slice(0, maxLines).map(toLine)
  return { heading, lines, more: count - lines.length, isMoreAtLeast: count >= maxCounted }
}

/** One line of an enquiry, as the subject of the office's email has it. */
export function enquiryLine(
  { id, name, service, town }: TodayEnquiry,
  note: string,
  siteUrl: URL,
): GroupLine {
  return {
    text: `${town ? `${service}, ${town}` : service}: ${name}`,
    note,
    href: new URL(enquiryPath(id), siteUrl).href,
  }
}

/** `day` is the email's: other years are named. */
export const promised = ({ reply_due }: TodayEnquiry, day: string) =>
  `promised by ${formatDateTime(new Date(reply_due), day)}`

function followUp({ follow_up_on }: TodayEnquiry, day: string): string {
  return follow_up_on === day ? 'for today' : `since ${longDate(follow_up_on ?? day)}`
}

function standing({ status, assigned_name }: TodayEnquiry): string {
  return [enquiryStatuses[status], assigned_name].filter(Boolean).join(', ')
}

function visitLine(visit: TodayVisit, siteUrl: URL): GroupLine {
  const { starts_at, minutes, name, town, address, postcode } = visit
  const starts = new Date(starts_at)
  const ends = new Date(starts.getTime() + minutes * 60_000)
  return {
    text: `${clock.format(starts)} to ${clock.format(ends)}: ${[name, town].filter(Boolean).join(', ')}`,
    note: address || postcode || 'no address',
    href: new URL(enquiryPath(visit.enquiry_id), siteUrl).href,
  }
}

function nameOfDay(since: string, day: string): string {
  if (Date.parse(day) - Date.parse(since) === dayMs) return 'yesterday'
  const name = weekday.format(new Date(since)).replace(',', '')
  return since.slice(0, 4) === day.slice(0, 4) ? name : `${name} ${since.slice(0, 4)}`
}

/** Counts only: the subject is shown in lists. */
function summarise({ overdue, due, follow_ups, visits, unassigned, new: fresh }: Digest): string {
  const parts = [
    [overdue.count, 'overdue', 'overdue'],
    [due.count, 'due', 'due'],
    [follow_ups.count, 'follow-up', 'follow-ups'],
    [visits.count, 'visit', 'visits'],
    [unassigned.count, 'unassigned', 'unassigned'],
    [fresh.count, 'also new', 'also new'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`)
    .join(', ')
}
