// Whether the telephone is answered at a given moment, in words. London time, whatever the visitor's.
import { closureOn } from './closures.ts'
import { longDate } from './long-date.ts'
import {
  clock,
  type Day,
  dayNames,
  days,
  type OpeningSpan,
  type TelephoneHours,
} from './opening-hours.ts'
import { londonOffsetMs } from './zone.ts'

/** A holiday may be long. */
const maxDaysAhead = 45

export interface OpenStatus {
  isOpen: boolean
  /** "Open now, until 6:00 PM", or "Closed now, opens Monday 8:00 AM". */
  text: string
}

export function openStatus(now: Date, { telephone, closures = [] }: TelephoneHours): OpenStatus {
  const { today, time, weekday } = inLondon(now)
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const date = new Date(today + ahead * 86_400_000).toISOString().slice(0, 10)
    if (closureOn(closures, date)) continue
    const day = days[(weekday + ahead) % 7] as Day
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

function inLondon(now: Date) {
  // Read as UTC, this moment has the date and time of a London clock.
  const shown = new Date(now.getTime() + londonOffsetMs(now))
  return {
    time: shown.toISOString().slice(11, 16),
    weekday: (shown.getUTCDay() + 6) % 7,
    /** Midnight, as if in UTC: its days are all 24 hours long. */
    today: shown.setUTCHours(0, 0, 0, 0),
  }
}

function spansOf(spans: readonly OpeningSpan[], day: Day): OpeningSpan[] {
  // Not toSorted: older browsers have none. Not localeCompare: it loads a collation first.
  return spans
    .filter((span) => span.days.includes(day))
    .sort((a, b) => (a.opens < b.opens ? -1 : 1))
}
