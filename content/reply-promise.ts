// "A reply within 24 hours" as a real time: the mails promise it and the dashboard counts by it.
import { contactHours } from './opening-hours.ts'

const zone = 'Europe/London'
const longDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const weekdayName = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long' })
/** Swedish dates are ISO dates. */
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
/** Somebody who writes shortly before closing cannot count on an answer the same day. */
const leastHours = 4 * hour
/** After a closed day the office needs a moment before it can have answered. */
const afterOpening = 2 * hour

/**
 * By when an enquiry is answered: the last opening minute within 24 hours. When that leaves hardly
 * any time, as over a Sunday, it is soon after the next opening.
 */
export function replyDue(received: Date): Date {
  const due = received.getTime() + promise
  const spans = openSpansAround(received)
  const candidate = spans
    .filter(({ opens }) => opens < due)
    .map(({ closes }) => Math.min(closes, due))
    .at(-1)
  if (candidate !== undefined && candidate - received.getTime() >= leastHours) {
    return new Date(candidate)
  }
  const next = spans.find(({ opens }) => opens >= due)
  return new Date(next ? next.opens + afterOpening : due)
}

/** "Monday 16 November, 10:00 am", in the company's time. */
export function formatDateTime(moment: Date): string {
  const day = longDay.format(moment)
  const { hours, minutes } = clockOf(moment)
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
  return `${day.replace(',', '')}, ${time}`
}

interface Span {
  opens: number
  closes: number
}

function openSpansAround(received: Date): Span[] {
  const spans: Span[] = []
  for (let ahead = 0; ahead <= 4; ahead += 1) {
    const { date, weekday } = dayOf(new Date(received.getTime() + ahead * promise))
    const today = contactHours.find(({ days }) => days.some((day) => weekday.startsWith(day)))
    if (today)
      spans.push({ opens: atClock(date, today.opens), closes: atClock(date, today.closes) })
  }
  return spans
}

function dayOf(moment: Date): { date: string; weekday: string } {
  return { date: isoDate.format(moment), weekday: weekdayName.format(moment) }
}

/** The moment at which clocks in the United Kingdom show this time on this day. */
function atClock(date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const { hours } = clockOf(new Date(asUtc))
  // The offset is 0 or 1 h, and clocks change at night, never in opening hours.
  return hours === Number(time.slice(0, 2)) ? asUtc : asUtc - hour
}

function clockOf(moment: Date): { hours: number; minutes: number } {
  const parts = clock.formatToParts(moment)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { hours: read('hour'), minutes: read('minute') }
}
