/**
 * The same day and time this many months before, or the last day of that month if it is shorter: as
 * PostgreSQL's intervals, so that nothing is erased too early. `setMonth` would overflow into the
 * next month (one month before 31 March is not 3 March).
 */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0))
  before.setUTCDate(Math.min(moment.getUTCDate(), lastDay.getUTCDate()))
  return before
}
