// The contents of a backup in figures that the owner can recognise.

export interface Totals {
  rows: number
  enquiries: number
  reviews: number
  accounts: number
}

export const countedTables = {
  enquiries: 'public.enquiries',
  reviews: 'public.google_reviews',
  accounts: 'auth.users',
} as const

/** From the number of rows of each table. */
export function totalsOf(counts: Map<string, number>): Totals {
  return {
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    enquiries: counts.get(countedTables.enquiries) ?? 0,
    reviews: counts.get(countedTables.reviews) ?? 0,
    accounts: counts.get(countedTables.accounts) ?? 0,
  }
}

/** `41,223 enquiries, 12 reviews and 1 account (98,120 rows)` */
export function describeTotals({ enquiries, reviews, accounts, rows }: Totals): string {
  const parts = [
    amount(enquiries, 'enquiry', 'enquiries'),
    amount(reviews, 'review', 'reviews'),
    amount(accounts, 'account', 'accounts'),
  ]
  return `${parts[0]}, ${parts[1]} and ${parts[2]} (${amount(rows, 'row', 'rows')})`
}

/** Only what there is: `55 enquiries and 1 account` */
export function describeCounted({ enquiries, reviews, accounts }: Totals): string {
  const parts = [
    ...(enquiries > 0 ? [amount(enquiries, 'enquiry', 'enquiries')] : []),
    ...(reviews > 0 ? [amount(reviews, 'review', 'reviews')] : []),
    ...(accounts > 0 ? [amount(accounts, 'account', 'accounts')] : []),
  ]
  return new Intl.ListFormat('en-GB').format(parts)
}

export function amount(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`
}
