/** "3 November 2026", from a date as content writes it. */
export function longDate(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
