/** "3 November 2026", from an ISO date. */
export function longDate(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
