// The times at which the telephone is answered on a day, as moments. London time, also on the days on
// which the clocks change.
import { closureOn } from './closures.ts'
import type { TelephoneHours } from './opening-hours.ts'
import { zone } from './zone.ts'

export interface OpenSpan {
  opens: number
  closes: number
}

const hour = 3_600_000
const weekdayName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' })
const hourOfDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hour: '2-digit',
  hourCycle: 'h23',
})

/** The earliest first; none on a day that is closed. */
export function openSpansOn(
  date: string,
  { telephone, closures = [] }: TelephoneHours,
): OpenSpan[] {
  if (closureOn(closures, date)) return []
  const weekday = weekdayName.format(new Date(date))
  return telephone
    .filter(({ days }) => days.some((day) => weekday.startsWith(day)))
    .map(({ opens, closes }) => ({ opens: atClock(date, opens), closes: atClock(date, closes) }))
    .sort((a, b) => a.opens - b.opens)
}

/** The timestamp of a London time on a given date. */
function atClock(date: string, time: string): number {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const hours = Number(hourOfDay.format(asUtc))
  // The offset is 0 or 1 h, and clocks change at night, never in opening hours.
  return hours === Number(time.slice(0, 2)) ? asUtc : asUtc - hour
}
