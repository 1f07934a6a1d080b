// Entries under the day on which they happened, as it is called in London.

const zone = 'Europe/London'
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
function dayHeading(moment: Date, now: Date): string {
  const day = nameOf(moment)
  if (day === nameOf(now)) return 'Today'
  // Noon: a day of 23 or 25 hours does not lead past it.
  const noon = new Date(`${londonDate(now)}T12:00:00Z`)
  return day === nameOf(new Date(noon.getTime() - dayMs)) ? 'Yesterday' : day
}

const nameOf = (moment: Date) => parts.format(moment).replaceAll(',', '')

const londonDate = (moment: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment)
