/**
 * The same day and time so many months before, or the last day of that month where it has no such
 * day: as PostgreSQL counts, so that nothing is erased before its time. `setMonth` would go on into
 * the next month (one month before 31 March is not 3 March).
 */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0))
  before.setUTCDate(Math.min(moment.getUTCDate(), lastDay.getUTCDate()))
  return before
}
