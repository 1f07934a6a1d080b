// Pages show the year, an announcement until its last day, and the days on which the office is closed.
// They are cached, so they are rendered again when a day begins.
import { zone } from '#content/zone.ts'

const yearFormat = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short' })
const pollEveryMs = 30_000

export const yearOf = (moment: Date): number => Number(yearFormat.format(moment))

/** Returns a function that stops it. */
export function watchDay(onTurn: () => void, now: () => Date = () => new Date()): () => void {
  let day = dayFormat.format(now())
  const timer = setInterval(() => {
    const current = dayFormat.format(now())
    if (current === day) return
    day = current
    onTurn()
  }, pollEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
