// Days of the firm's calendar, as `2026-11-30`.
import { zone } from '#content/zone.ts'

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
const readable = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

export const dayOf = (time: Date) => isoDay.format(time)

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The Monday after this day. */
export function nextMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (8 - weekday) % 7 || 7)
}

/** "Mon, 30 Nov 2026". */
export const formatDay = (day: string) => readable.format(new Date(`${day}T00:00:00Z`))
