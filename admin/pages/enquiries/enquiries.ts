// Reading and moving enquiries. Filtering, sorting and paging happen in the database.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EnquiryStatus } from '#schemas/enquiry.ts'
import { maxPatterns } from '#schemas/table-limits.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { sourceConditions } from '../figures/sources.ts'
import { type Filters, searchWords, sinceOf } from './filters.ts'
import { formsOfWords } from './word-forms.ts'

export const pageSize = 25
/** New enquiries arrive in an open tab by themselves; a tab in the background rests until it is looked at. */
const live = { refetchInterval: 15_000, refetchOnWindowFocus: true } as const

export interface EnquiryPage {
  enquiries: Enquiry[]
  /** Undefined beyond `maxCounted`: counting on would read them all. */
  total: number | undefined
}

/** As far as `count=estimated` counts; what it answers beyond is a guess. */
export const maxCounted = 1000

/** Everything that a change of an enquiry can make stale begins with this key. */
export const enquiriesKey = ['enquiries'] as const

export const enquiriesQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'list', filters],
    queryFn: ({ signal }) => readPage(filters, signal),
    placeholderData: keepPreviousData,
    ...live,
    meta: { failed: 'Failed to fetch enquiries' },
  })

/** The open one by itself: moved on, it may leave the list and still be read. */
export const enquiryQuery = (id: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'one', id],
    queryFn: async () => {
      const { data, error } = await tables.from('enquiries').select('*').eq('id', id).single()
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch enquiries' },
  })

/** Has anybody ever written? */
export const anyEnquiryQuery = queryOptions({
  queryKey: [...enquiriesKey, 'any'],
  queryFn: async () => {
    const { data, error } = await tables.from('enquiries').select('id').limit(1)
    if (error) throw error
    return data.length > 0
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export const newCountQuery = queryOptions({
  queryKey: [...enquiriesKey, 'new'],
  queryFn: () => count((query) => query.eq('status', 'new')),
  ...live,
})

export const overdueCountQuery = queryOptions({
  queryKey: [...enquiriesKey, 'overdue'],
  queryFn: () => count((query) => query.lt('waiting_until', new Date().toISOString())),
  ...live,
})

/** Other enquiries of the same telephone number or address. */
export const othersQuery = ({ id, email, phone_e164 }: Enquiry) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'others', id],
    queryFn: async () => {
      const same = [
        email && `email_key.eq.${quoted(email.toLowerCase())}`,
        phone_e164 && `phone_e164.eq.${quoted(phone_e164)}`,
      ].filter(Boolean)
      if (same.length === 0) return []
      const { data, error } = await tables
        .from('enquiry_desk')
        .select('*')
        .or(same.join(','))
        .neq('id', id)
        .order('created_at', { ascending: false })
        .limit(20)
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch enquiries' },
  })

async function readPage(filters: Filters, signal: AbortSignal): Promise<EnquiryPage> {
  const first = (filters.page - 1) * pageSize
  // A guess could be smaller than the place of this page, and then the page would be refused.
  const counting = first < maxCounted ? 'estimated' : undefined
  const {
    data,
    error,
    count: total,
    status,
  } = await sorted(filters, counting)
    .range(first, first + pageSize - 1)
    .abortSignal(signal)
  // Somebody else moved the last ones of this page away: it is empty, not broken.
  if (status === 416) return { enquiries: [], total: 0 }
  if (error) throw error
  const isCounted = total !== null && total <= maxCounted
  return { enquiries: data, total: isCounted ? total : undefined }
}

/**
 * All that the filters let through, newest first, some at a time; for the export. Each batch begins
 * where the last one ended, so that the hundredth is as quick as the first and nothing is left out
 * when somebody moves an enquiry meanwhile.
 */
export async function* readAll(filters: Filters, batchSize = 1000): AsyncGenerator<Enquiry[]> {
  let last: Enquiry | undefined
  do {
    let query = sorted({ ...filters, sort: 'newest' })
    if (last) {
      const { created_at: at, id } = last
      query = query.lte('created_at', at).or(`created_at.lt.${quoted(at)},id.gt.${id}`)
    }
    const { data, error } = await query.limit(batchSize)
    if (error) throw error
    if (data.length > 0) yield data
    last = data.length === batchSize ? data.at(-1) : undefined
  } while (last)
}

export async function moveEnquiries(
  ids: string[],
  status: EnquiryStatus,
  /** Undefined: those that have a reason keep it. */
  lostReason?: string | null,
): Promise<void> {
  const keepsReason = status === 'lost' && lostReason === undefined
  const { error } = await tables
    .from('enquiries')
    .update({
      status,
      ...(!keepsReason && { lost_reason: status === 'lost' ? (lostReason ?? null) : null }),
    })
    .in('id', ids)
  if (error) throw error
}

function sorted(filters: Filters, counting?: 'estimated') {
  const query = filtered(filters, counting)
  // The id decides between equals, or a row could stand on two pages and another on none.
  switch (filters.sort) {
    case 'due':
      return query
        .order('waiting_until', { ascending: true, nullsFirst: false })
        .order('created_at', { ascending: false })
        .order('id')
    case 'newest':
      return query.order('created_at', { ascending: false }).order('id')
    case 'oldest':
      return query.order('created_at').order('id')
    case 'name':
      return query.order('name').order('id')
  }
}

function filtered(filters: Filters, counting?: 'estimated') {
  const { search, status, service, town, source, period } = filters
  let query = tables.from('enquiry_desk').select('*', counting && { count: counting })
  query = status ? query.eq('status', status) : query.neq('status', 'spam')
  if (service) query = query.eq('service', service)
  if (town) query = town === elsewhere ? query.is('town', null) : query.eq('town', town)
  const sources = source ? sourceConditions(source) : []
  if (source) query = query.or(sources.join(','))
  const since = sinceOf(period)
  if (since) query = query.gte('created_at', since)
  const patternsLeft = maxPatterns - sources.filter((text) => text.includes('.like.')).length
  for (const words of formsOfWords(searchWords(search), patternsLeft)) {
    const forms = words.map((form) => `%${literal(form)}%`)
    query =
      forms.length === 1
        ? query.like('search_text', forms[0] ?? '')
        : query.or(forms.map((form) => `search_text.like.${quoted(form)}`).join(','))
  }
  return query
}

/** As the function enquiry_figures names enquiries without a town of ours. */
export const elsewhere = 'Elsewhere'

async function count(
  narrow: (query: ReturnType<typeof counting>) => ReturnType<typeof counting>,
): Promise<number> {
  const { count: total, error } = await narrow(counting()).limit(1)
  if (error) throw error
  return total ?? 0
}

/** One row at most: without a limit the database would write out every row that it counts. */
const counting = () => tables.from('enquiries').select('id', { count: 'exact', head: true })

/** In a pattern these would stand for other characters. */
const literal = (text: string) => text.replace(/[\\%_*]/g, '\\$&')

/** In a list of conditions commas and brackets have a meaning unless they are quoted. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
