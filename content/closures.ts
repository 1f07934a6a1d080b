// Days on which the office is closed: holidays, and whatever else comes up.
import { zone } from './zone.ts'

export interface Closure {
  /** The first and the last day. */
  from: string
  until: string
  /** "Christmas". */
  reason?: string
}

let dayFormat: Intl.DateTimeFormat | undefined

/** "2026-12-25". Made when it is first needed: on a slow phone that takes a while. */
export function dayOf(moment: Date): string {
  // The Swedish format is the ISO format.
  dayFormat ??= new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  return dayFormat.format(moment)
}

export function closureOn(closures: readonly Closure[], day: string): Closure | undefined {
  return closures.find(({ from, until }) => from <= day && day <= until)
}

/** How long before it a closure is announced. */
const aheadMs = 60 * 86_400_000

/** Those of now and of the next two months, the next one first. */
export function shownClosures(closures: readonly Closure[], now: Date): Closure[] {
  const [today, last] = [dayOf(now), dayOf(new Date(now.getTime() + aheadMs))]
  return closures
    .filter(({ from, until }) => until >= today && from <= last)
    .toSorted((a, b) => a.from.localeCompare(b.from))
}

/** "25 December to 1 January": it is within two months, so that the year is known. */
export function closedDays({ from, until }: Closure): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return [...new Set([from, until])]
    .map((day) => new Date(day).toLocaleDateString('en-GB', options))
    .join(' to ')
}
