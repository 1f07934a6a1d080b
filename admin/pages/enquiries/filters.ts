// What of the enquiries is shown. The filters stand in the address, so that a view can be kept and
// passed on.
import * as v from 'valibot'
import { type EnquiryStatus, enquiryServices, enquiryStatuses } from '#schemas/enquiry.ts'

export const sorts = {
  due: 'Longest waiting',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
} as const

export const periods: Record<string, string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 12 months',
}

const keysOf = <Key extends string>(named: Record<Key, string>) => Object.keys(named) as Key[]
const text = v.fallback(v.pipe(v.string(), v.maxLength(200)), '')

/** Whatever else stands in an address is not a filter. */
export const FiltersSchema = v.object({
  search: text,
  /** Empty: every one that is not spam. */
  status: v.fallback(v.picklist(['', ...keysOf<EnquiryStatus>(enquiryStatuses)]), ''),
  service: v.fallback(v.picklist(['', ...enquiryServices]), ''),
  town: text,
  source: text,
  /** Days back from now; empty: ever since. */
  period: v.fallback(v.picklist(['', ...keysOf(periods)]), ''),
  sort: v.fallback(v.picklist(keysOf(sorts)), 'due'),
  page: v.fallback(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1e6)),
    1,
  ),
})
export type Filters = v.InferOutput<typeof FiltersSchema>

export const noFilters: Filters = v.parse(FiltersSchema, {})

/** What an address has to say of them: nothing where they are as usual. */
export function toSearch(filters: Filters): Partial<Filters> {
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== noFilters[name as keyof Filters]),
  )
}

/** The moment since which enquiries are shown: the start of a day, so that a list does not creep. */
export function sinceOf(period: string, now = new Date()): string | undefined {
  if (!period) return undefined
  const day = new Date(now.getTime() - Number(period) * 86_400_000)
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`
}

/**
 * Each word has to be found. One of three letters at least: the index knows groups of three, and for
 * less every enquiry would be read.
 */
export function searchWords(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.some((word) => word.length >= 3) ? words : []
}

export function isFiltered(filters: Filters): boolean {
  return filters.search !== '' || countChosen(filters) > 0
}

/** How many choices narrow the list, beside what is searched for. */
export function countChosen({ status, service, town, source, period }: Filters): number {
  return [status, service, town, source, period].filter(Boolean).length
}
