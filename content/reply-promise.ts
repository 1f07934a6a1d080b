// "A reply within 24 hours" as a deadline, which the emails state and the dashboard uses.

import { closureOn } from './closures.ts'
import type { TelephoneHours } from './opening-hours.ts'
import { zone } from './zone.ts'

const longDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const weekdayName = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long' })
/** The Swedish format is the ISO format. */
const isoDate = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
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

/** "Monday 16 November, 10:00 am", in London time. */
export function formatDateTime(date: Date): string {
  const day = longDay.format(date)
  const { hours, minutes } = clockOf(date)
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
  return `${day.replace(',', '')}, ${time}`
}

interface Span {
  opens: number
  closes: number
}

function openSpansAround(received: Date, { telephone, closures = [] }: TelephoneHours): Span[] {
  const spans: Span[] = []
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const { date, weekday } = dayOf(new Date(received.getTime() + ahead * promise))
    if (closureOn(closures, date)) continue
    const today = telephone
      .filter(({ days }) => days.some((day) => weekday.startsWith(day)))
      .map(({ opens, closes }) => ({ opens: atClock(date, opens), closes: atClock(date, closes) }))
    spans.push(...today.sort((a, b) => a.opens - b.opens))
    // The next opening is all that is asked for.
    if (spans.some(({ opens }) => opens >= received.getTime() + promise)) break
  }
  return spans
}

function dayOf(date: Date): { date: string; weekday: string } {
  return { date: isoDate.format(date), weekday: weekdayName.format(date) }
}

/** The timestamp of a London time on a given date. */
function atClock(date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const { hours } = clockOf(new Date(asUtc))
  // The offset is 0 or 1 h, and clocks change at night, never in opening hours.
  return hours === Number(time.slice(0, 2)) ? asUtc : asUtc - hour
}

function clockOf(date: Date): { hours: number; minutes: number } {
  const parts = clock.formatToParts(date)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { hours: read('hour'), minutes: read('minute') }
}
