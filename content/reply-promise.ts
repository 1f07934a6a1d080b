// "A reply within 24 hours" as a deadline, which the emails state and the dashboard uses.

import { dayOf } from './closures.ts'
import { type OpenSpan, openSpansOn } from './open-spans.ts'
import type { TelephoneHours } from './opening-hours.ts'
import { zone } from './zone.ts'

const longDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const minute = 60_000
const hour = 60 * minute
const promise = 24 * hour
/** An enquiry sent shortly before closing is not due the same day. */
const minReplyTime = 4 * hour
/** A holiday may be long. */
const maxDaysAhead = 45
/** After a closed day the office has this long after opening. */
const afterOpening = 2 * hour

/**
 * The reply deadline: the last minute of opening hours within 24 hours. If that leaves less than
 * `minReplyTime`, as over a Sunday, it is two hours after the next opening.
 */
export function replyDue(received: Date, hours: TelephoneHours): Date {
  const due = received.getTime() + promise
  const spans = openSpansAround(received, hours)
  const candidate = spans
    .filter(({ opens }) => opens < due)
    .map(({ closes }) => Math.min(closes, due))
    .at(-1)
  if (candidate !== undefined && candidate - received.getTime() >= minReplyTime) {
    return new Date(candidate)
  }
  const next = spans.find(({ opens }) => opens >= due)
  return new Date(next ? next.opens + afterOpening : due)
}

/** The first moment within opening hours from this one on; undefined when there is none for long. */
export function nextOpen(from: Date, hours: TelephoneHours): Date | undefined {
  const span = openSpansAround(from, hours).find(({ closes }) => closes > from.getTime())
  return span && new Date(Math.max(span.opens, from.getTime()))
}

/**
 * "Monday 16 November, 10:00 am", in London time; "Tuesday 16 November 2027, …" where the year is not
 * that of `today`.
 */
export function formatDateTime(date: Date, today?: string): string {
  const year = dayOf(date).slice(0, 4)
  const isOther = today !== undefined && today.slice(0, 4) !== year
  const day = isOther ? `${longDay.format(date)} ${year}` : longDay.format(date)
  const { hours, minutes } = clockOf(date)
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
  return `${day.replace(',', '')}, ${time}`
}

function openSpansAround(received: Date, hours: TelephoneHours): OpenSpan[] {
  const spans: OpenSpan[] = []
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    spans.push(...openSpansOn(dayOf(new Date(received.getTime() + ahead * promise)), hours))
    // The next opening is all that is asked for.
    if (spans.some(({ opens }) => opens >= received.getTime() + promise)) break
  }
  return spans
}

function clockOf(date: Date): { hours: number; minutes: number } {
  const parts = clock.formatToParts(date)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { hours: read('hour'), minutes: read('minute') }
}
