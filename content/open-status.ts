// Whether the telephone is answered at a given moment, in words. London time, whatever the visitor's.
import { closureOn, dayOf } from './closures.ts'
import { longDate } from './long-date.ts'
import {
  clock,
  type Day,
  dayNames,
  days,
  type OpeningSpan,
  type TelephoneHours,
} from './opening-hours.ts'
import { zone } from './zone.ts'

/** A holiday may be long. */
const maxDaysAhead = 45

export interface OpenStatus {
  isOpen: boolean
  /** "Open now, until 6:00 PM", or "Closed now, opens Monday 8:00 AM". */
  text: string
}

export function openStatus(now: Date, { telephone, closures = [] }: TelephoneHours): OpenStatus {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  const today = days.indexOf(part('weekday').slice(0, 2) as Day)
  const time = `${part('hour')}:${part('minute')}`
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const date = dayOf(new Date(now.getTime() + ahead * 86_400_000))
    if (closureOn(closures, date)) continue
    const day = days[(today + ahead) % 7] as Day
    for (const { opens, closes } of spansOf(telephone, day)) {
      if (ahead === 0 && time >= closes) continue
      if (ahead === 0 && time >= opens)
        return { isOpen: true, text: `Open now, until ${clock(closes)}` }
      const when =
        ahead === 0
          ? 'today'
          : ahead === 1
            ? 'tomorrow'
            : ahead <= 7
              ? dayNames[day]
              : longDate(date)
      return { isOpen: false, text: `Closed now, opens ${when} ${clock(opens)}` }
    }
  }
  return { isOpen: false, text: '' }
}

function spansOf(spans: readonly OpeningSpan[], day: Day): OpeningSpan[] {
  // Not toSorted: older browsers have none.
  return spans
    .filter((span) => span.days.includes(day))
    .sort((a, b) => a.opens.localeCompare(b.opens))
}
