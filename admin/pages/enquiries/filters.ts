// What of the enquiries is shown. The filters stand in the address, so that a view can be kept and
// passed on.
import {
  type EnquiryServiceOption,
  type EnquiryStatus,
  enquiryServices,
  enquiryStatuses,
} from '#schemas/enquiry.ts'

export interface Filters {
  search: string
  /** Empty: every one that is not spam. */
  status: EnquiryStatus | ''
  service: EnquiryServiceOption | ''
  town: string
  source: string
  /** Days back from now; empty: ever since. */
  period: string
  sort: Sort
  page: number
}

export const sorts = {
  due: 'Longest waiting',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
} as const
export type Sort = keyof typeof sorts

export const periods: Record<string, string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 12 months',
}

export const noFilters: Filters = {
  search: '',
  status: '',
  service: '',
  town: '',
  source: '',
  period: '',
  sort: 'due',
  page: 1,
}

export function readFilters(query: URLSearchParams): Filters {
  const text = (name: string) => query.get(name) ?? ''
  const [status, service, sort] = [text('status'), text('service'), text('sort')]
  return {
    search: text('search'),
    status: status in enquiryStatuses ? (status as EnquiryStatus) : '',
    service: enquiryServices.find((known) => known === service) ?? '',
    town: text('town'),
    source: text('source'),
    period: text('period') in periods ? text('period') : '',
    sort: sort in sorts ? (sort as Sort) : 'due',
    page: Math.max(1, Math.floor(Number(text('page')) || 1)),
  }
}

export function writeFilters(filters: Filters): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(filters)) {
    if (value === noFilters[name as keyof Filters]) query.delete(name)
    else query.set(name, String(value))
  }
  history.replaceState(null, '', `${location.pathname}?${query}`)
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
