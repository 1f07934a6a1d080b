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
import { zone } from './zone.ts'

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

/** One formatter for all: on a slow phone each takes longer to make than the rest of the script. */
function inLondon(now: Date) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return {
    /** Midnight, as if in UTC: its days are all 24 hours long. */
    today: Date.UTC(Number(part('year')), Number(part('month')) - 1, Number(part('day'))),
    time: `${part('hour')}:${part('minute')}`,
    weekday: days.indexOf(part('weekday').slice(0, 2) as Day),
  }
}

function spansOf(spans: readonly OpeningSpan[], day: Day): OpeningSpan[] {
  // Not toSorted: older browsers have none. Not localeCompare: it loads a collation first.
  return spans
    .filter((span) => span.days.includes(day))
    .sort((a, b) => (a.opens < b.opens ? -1 : 1))
}
