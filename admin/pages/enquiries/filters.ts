// The filters of the enquiry list. They are kept in the URL, so that a view can be bookmarked and
// shared.
import * as v from 'valibot'
import { type EnquiryStatus, enquiryStatuses } from '#schemas/enquiry.ts'
import { firmServices } from '../../firm.ts'

export const sorts = {
  due: 'Longest waiting',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
} as const

export const views = { list: 'List', board: 'Board' } as const

export const periods: Record<string, string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 12 months',
}

const keysOf = <Key extends string>(named: Record<Key, string>) => Object.keys(named) as Key[]
const text = v.fallback(v.pipe(v.string(), v.maxLength(200)), '')

const isOffered = (service: string) => ['', ...firmServices].includes(service)

/** Reads the filters from the URL; invalid values fall back to the defaults. */
export const FiltersSchema = v.object({
  search: text,
  view: v.fallback(v.picklist(keysOf(views)), 'list'),
  /** Empty: every status but spam. The board shows every status in a column of its own. */
  status: v.fallback(v.picklist(['', 'overdue', ...keysOf<EnquiryStatus>(enquiryStatuses)]), ''),
  service: v.fallback(v.pipe(v.string(), v.check(isOffered)), ''),
  town: text,
  source: text,
  /** A colleague's id. */
  assigned: v.fallback(
    v.union([v.literal(''), v.literal('nobody'), v.pipe(v.string(), v.uuid())]),
    '',
  ),
  /** Days back from now; empty: all time. */
  period: v.fallback(v.picklist(['', ...keysOf(periods)]), ''),
  sort: v.fallback(v.picklist(keysOf(sorts)), 'due'),
  page: v.fallback(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1e6)),
    1,
  ),
})
export type Filters = v.InferOutput<typeof FiltersSchema>

export const noFilters: Filters = v.parse(FiltersSchema, {})

/** For the URL: only the filters that differ from the defaults. */
export function toSearch(filters: Filters): Partial<Filters> {
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== noFilters[name as keyof Filters]),
  )
}

/** Start of the period: midnight UTC, so that the list does not change from minute to minute. */
export function sinceOf(period: string, now = new Date()): string | undefined {
  if (!period) return undefined
  const day = new Date(now.getTime() - Number(period) * 86_400_000)
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`
}

/**
 * Every word has to match. At least one needs three letters: the trigram index cannot help with
 * shorter words, and every enquiry would be read.
 */
export function searchWords(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.some((word) => word.length >= 3) ? words : []
}

/**
 * The pattern of LIKE for texts with this word; its own wildcards are escaped. Any character stands for
 * an apostrophe: keyboards type a straight one, telephones a curved one.
 */
export const containing = (word: string) =>
  `%${word.replace(/[\\%_*]/g, '\\$&').replace(/['’‘ʼ`´]/g, '_')}%`

export function isFiltered(filters: Filters): boolean {
  return filters.search !== '' || countActiveFilters(filters) > 0
}

/** How many filters are active, not counting the search. */
export function countActiveFilters(filters: Filters): number {
  const { view, service, town, source, assigned, period } = filters
  const status = view === 'board' ? '' : filters.status
  return [status, service, town, source, assigned, period].filter(Boolean).length
}
