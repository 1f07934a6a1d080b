// There are two sets of opening hours, as the specification asks: the office hours for search engines,
// and the hours on the contact page, when the telephone is answered.
import type { Closure } from './closures.ts'

export const dayNames = {
  Mo: 'Monday',
  Tu: 'Tuesday',
  We: 'Wednesday',
  Th: 'Thursday',
  Fr: 'Friday',
  Sa: 'Saturday',
  Su: 'Sunday',
} as const

export type Day = keyof typeof dayNames

export const days = Object.keys(dayNames) as Day[]

export interface OpeningSpan {
  days: Day[]
  opens: string
  closes: string
}

export interface Hours {
  /** For the structured data. */
  office: OpeningSpan[]
  /** On the contact page, and for the time by which an enquiry is answered. */
  telephone: OpeningSpan[]
  closures?: Closure[]
}

/** When the telephone is answered. */
export type TelephoneHours = Pick<Hours, 'telephone' | 'closures'>

export interface OpeningLine {
  days: string
  hours: string
}

/** The week in words, neighbouring days with the same hours on one line. */
export function openingLines(spans: readonly OpeningSpan[]): OpeningLine[] {
  const lines: { first: Day; last: Day; hours: string }[] = []
  for (const day of days) {
    const hours = hoursOf(spans, day)
    const before = lines.at(-1)
    if (before?.hours === hours) before.last = day
    else lines.push({ first: day, last: day, hours })
  }
  return lines.map(({ first, last, hours }) => ({ days: rangeOf(first, last), hours }))
}

function hoursOf(spans: readonly OpeningSpan[], day: Day): string {
  const open = spans
    .filter((span) => span.days.includes(day))
    .toSorted((a, b) => a.opens.localeCompare(b.opens))
    .map(({ opens, closes }) => `${clock(opens)} to ${clock(closes)}`)
  return open.join(', ') || 'Closed'
}

function rangeOf(first: Day, last: Day): string {
  if (first === last) return dayNames[first]
  return `${dayNames[first]} to ${dayNames[last]}`
}

/** "8:00 AM", from "08:00". */
export function clock(time: string): string {
  const [hours = '', minutes = ''] = time.split(':')
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}
