// Compares a period with the one before it.
import { sinceOf } from '../enquiries/filters.ts'

const spans: Record<string, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': '12 months',
}
const hourMs = 3_600_000

export interface Span {
  since: string
  until: string
}

/** The preceding span, as long as the period so far, to the hour; undefined for all time. */
export function spanBefore(period: string, now = new Date()): Span | undefined {
  const since = sinceOf(period, now)
  if (!since) return undefined
  const length = Math.floor((now.getTime() - Date.parse(since)) / hourMs) * hourMs
  return { since: new Date(Date.parse(since) - length).toISOString(), until: since }
}

/** "3 more than in the 30 days before" */
export function formatComparison(count: number, before: number, period: string): string {
  const span = `in the ${spans[period] ?? 'time'} before`
  if (count === before) return `as many as ${span}`
  const difference = Math.abs(count - before).toLocaleString('en-GB')
  return `${difference} ${count > before ? 'more' : 'fewer'} than ${span}`
}
