// Groups entries by day, in London time.

import { zone } from '#content/zone.ts'

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dayMs = 86_400_000

export interface Day<Entry> {
  heading: string
  entries: Entry[]
}

export function groupByDay<Entry extends { happened_at: string }>(
  entries: Entry[],
  now = new Date(),
): Day<Entry>[] {
  const days: Day<Entry>[] = []
  for (const entry of entries) {
    const heading = dayHeading(new Date(entry.happened_at), now)
    const last = days.at(-1)
    if (last?.heading === heading) last.entries.push(entry)
    else days.push({ heading, entries: [entry] })
  }
  return days
}

/** "Today", "Yesterday", "Friday 13 November 2026". */
function dayHeading(date: Date, now: Date): string {
  const day = nameOf(date)
  if (day === nameOf(now)) return 'Today'
  // Noon, because days of 23 or 25 hours would break the arithmetic at midnight.
  const noon = new Date(`${londonDate(now)}T12:00:00Z`)
  return day === nameOf(new Date(noon.getTime() - dayMs)) ? 'Yesterday' : day
}

const nameOf = (date: Date) => parts.format(date).replaceAll(',', '')

const londonDate = (date: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(date)
