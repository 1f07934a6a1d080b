// Amounts in pounds, as people type and read them; stored in pence.

/** As large as the column `integer` of the database holds. */
const maxPence = 2_147_483_647

export type ReadPounds =
  | { isValid: true /** Null: nothing was typed. */; pence: number | null }
  | { isValid: false; message: string }

/** "1,250", "1250.50" and "£1,250"; not "1.250" or "12,50", which could mean something else. */
export function readPounds(text: string): ReadPounds {
  const typed = text.trim().replace(/^£\s*/, '')
  if (typed === '' && !text.includes('£')) return { isValid: true, pence: null }
  const amount = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(typed)
  if (!amount) {
    return { isValid: false, message: 'Enter an amount in pounds, such as 1,250 or 1250.50.' }
  }
  const [, pounds = '', pence = ''] = amount
  const total = Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
  if (total > maxPence) {
    return { isValid: false, message: 'Enter an amount below £21 million.' }
  }
  return { isValid: true, pence: total }
}

const whole = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  minimumFractionDigits: 0,
})
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** "£1,250", "£1,250.50". */
export function formatPounds(pence: number): string {
  return (pence % 100 === 0 ? whole : exact).format(pence / 100)
}
