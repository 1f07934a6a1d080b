// Queries of enquiries and changing their status. Filtering, sorting and paging happen in the database.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { maxBulkAnswers } from '#schemas/bulk-answer.ts'
import type { EnquiryStatus } from '#schemas/enquiry.ts'
import { maxPatterns } from '#schemas/table-limits.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { sourceConditions } from '../figures/sources.ts'
import { enquiriesKey } from './enquiries-key.ts'
import { containing, type Filters, searchWords, sinceOf } from './filters.ts'
import { formsOfWords } from './word-forms.ts'

/** All of a page can be answered at once. */
export const pageSize = maxBulkAnswers
/** Polls for new enquiries. Polling stops in a background tab and resumes when it gets the focus. */
export const live = { refetchInterval: 15_000, refetchOnWindowFocus: true } as const

export interface EnquiryPage {
  enquiries: Enquiry[]
  /** Undefined above `maxCounted`: an exact count would read every row. */
  total: number | undefined
}

/** `count=estimated` is exact up to this number and the planner's estimate above it. */
export const maxCounted = 1000

export const enquiriesQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'list', filters],
    queryFn: ({ signal }) => readPage(filters, signal),
    placeholderData: keepPreviousData,
    ...live,
    meta: { failed: 'Failed to fetch enquiries' },
  })

/** How many of the spam folder match; above `maxCounted` that many. */
export const spamMatchesQuery = (filters: Filters) => {
  const inSpam: Filters = { ...filters, status: 'spam', page: 1, sort: 'newest' }
  return queryOptions({
    queryKey: [...enquiriesKey, 'spam-matches', inSpam],
    queryFn: async ({ signal }) => (await readPage(inSpam, signal, 1)).total ?? maxCounted,
  })
}

/** The open enquiry has its own query: after a status change it may leave the filtered list. */
export const enquiryQuery = (id: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'one', id],
    queryFn: async () => {
      const { data, error } = await tables.from('enquiries').select('*').eq('id', id).single()
      if (error) throw error
      return data
    },
    // So that what a colleague changes is seen here too.
    ...live,
    meta: { failed: 'Failed to fetch enquiries' },
  })

/** Whether there is any enquiry at all. */
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

/** Other enquiries with the same telephone number or email address. */
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

export async function readPage(
  filters: Filters,
  signal: AbortSignal,
  size = pageSize,
): Promise<EnquiryPage> {
  const first = (filters.page - 1) * size
  // An estimate could be smaller than this page's offset, and the API would refuse the range (416).
  const counting = first < maxCounted ? 'estimated' : undefined
  const {
    data,
    error,
    count: total,
    status,
  } = await sorted(filters, counting)
    .range(first, first + size - 1)
    .abortSignal(signal)
  // 416: a colleague has moved the last enquiries of this page since. It is empty, not an error.
  if (status === 416) return { enquiries: [], total: 0 }
  if (error) throw error
  const isCounted = total !== null && total <= maxCounted
  return { enquiries: data, total: isCounted ? total : undefined }
}

/**
 * All enquiries that match the filters, newest first, in batches; for the export. Keyset pagination:
 * the hundredth batch is as fast as the first, and none is skipped when a status changes meanwhile.
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
  /** Undefined: enquiries that have a reason keep it. */
  lostReason?: string | null,
): Promise<void> {
  const { error } = await tables
    .from('enquiries')
    .update(statusFields(status, lostReason))
    .in('id', ids)
  if (error) throw error
}

export function statusFields(status: EnquiryStatus, lostReason?: string | null) {
  const keepsReason = status === 'lost' && lostReason === undefined
  return {
    status,
    ...(!keepsReason && { lost_reason: status === 'lost' ? (lostReason ?? null) : null }),
  }
}

function sorted(filters: Filters, counting?: 'estimated') {
  const query = filtered(filters, counting)
  // The id breaks ties, or a row could be on two pages and another on none.
  switch (filters.sort) {
    case 'due':
      return query
        .order('waiting_until', { ascending: true, nullsFirst: false })
        .order('waiting_since')
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
  const { search, status, service, town, source, assigned, period } = filters
  let query = tables.from('enquiry_desk').select('*', counting && { count: counting })
  if (status === 'overdue') query = query.lt('waiting_until', new Date().toISOString())
  else query = status ? query.eq('status', status) : query.neq('status', 'spam')
  if (service) query = query.eq('service', service)
  if (town) query = town === elsewhere ? query.is('town', null) : query.eq('town', town)
  if (assigned) {
    query =
      assigned === 'nobody' ? query.is('assigned_to', null) : query.eq('assigned_to', assigned)
  }
  const sources = source ? sourceConditions(source) : []
  if (source) query = query.or(sources.join(','))
  const since = sinceOf(period)
  if (since) query = query.gte('created_at', since)
  const patternsLeft = maxPatterns - sources.filter((text) => text.includes('.like.')).length
  for (const words of formsOfWords(searchWords(search), patternsLeft)) {
    const forms = words.map(containing)
    query =
      forms.length === 1
        ? query.like('search_text', forms[0] ?? '')
        : query.or(forms.map((form) => `search_text.like.${quoted(form)}`).join(','))
  }
  return query
}

/** The name that enquiry_figures() gives to enquiries outside our towns. */
export const elsewhere = 'Elsewhere'

async function count(
  narrow: (query: ReturnType<typeof counting>) => ReturnType<typeof counting>,
): Promise<number> {
  const { count: total, error } = await narrow(counting()).limit(1)
  if (error) throw error
  return total ?? 0
}

/** Use it with `limit(1)`: without a limit the database would serialise every row that it counts. */
const counting = () => tables.from('enquiries').select('id', { count: 'exact', head: true })

/** Quoted for an `or` filter, where commas and brackets are syntax. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
