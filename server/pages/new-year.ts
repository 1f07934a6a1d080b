// The footer of every page says the year. Pages are kept in memory, so they are made anew when it turns.

const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', year: 'numeric' })
const lookEveryMs = 60_000

export const yearOf = (moment: Date): number => Number(zone.format(moment))

/** Returns how to stop it. */
export function watchYear(onTurn: () => void, now: () => Date = () => new Date()): () => void {
  let year = yearOf(now())
  const timer = setInterval(() => {
    const current = yearOf(now())
    if (current === year) return
    year = current
    onTurn()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
