/**
 * The company's time zone: opening hours, due times and every date that is shown. Functions of the
 * database name it too; `backend/database/schema.test.ts` compares.
 */
export const zone = 'Europe/London'

const hourMs = 3_600_000

/**
 * How far a London clock is ahead of UTC: an hour from one o'clock (UTC) on the last Sunday of March to the
 * last of October. For public pages: making an `Intl.DateTimeFormat` for another zone stops a slow phone
 * for a tenth of a second.
 */
export function londonOffsetMs(at: Date): number {
  const year = at.getUTCFullYear()
  const isSummer = at >= lastSunday(year, 2) && at < lastSunday(year, 9)
  return isSummer ? hourMs : 0
}

/** Of a month with 31 days, counted from 0; at one o'clock. */
function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month, 31, 1))
  last.setUTCDate(31 - last.getUTCDay())
  return last
}
