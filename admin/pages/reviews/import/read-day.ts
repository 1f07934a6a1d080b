// Parses the date of a review in common formats. An invalid date is an error, never a guess: `new Date`
// turns 31 February into a day in March, and may shift a date by a day because of the time zone.
import { zone } from '#content/zone.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const london = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })

/** `2026-06-09`; empty for empty text; undefined for an invalid date. */
export function readDay(given: string): string | undefined {
  const text = given.trim()
  if (text === '') return ''
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text)
    ? new Date(text)
    : undefined
  if (time) return Number.isNaN(time.getTime()) ? undefined : london.format(time)
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ][\d:.]+)?$/.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  // Day before month, as in the United Kingdom.
  const british = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (british) return dayOf(british[3], british[2], british[1])
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text)
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text)
  if (monthFirst) return dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  return undefined
}

/** "June", "Jun" and "Sept" are months, "Junk" is none. */
function monthOf(word = ''): number {
  const name = word.toLowerCase()
  const at = months.findIndex((month) => name.startsWith(month))
  if (at === -1) return 0
  const full = new Date(Date.UTC(2026, at, 15)).toLocaleDateString('en-GB', { month: 'long' })
  return full.toLowerCase().startsWith(name) ? at + 1 : 0
}

function dayOf(year = '', month: string | number = '', day = ''): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  const isReal = date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal ? date.toISOString().slice(0, 10) : undefined
}
