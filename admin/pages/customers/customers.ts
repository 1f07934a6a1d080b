// Queries of customers. A customer is a set of enquiries, recognised by the server shortly after they
// arrive.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { maxPatterns } from '#schemas/table-limits.ts'
import type { CustomerEnquiry, Enquiry, EnquiryStanding } from '#schemas/tables.ts'
import { files, tables } from '../../api.ts'
import { enquiriesKey } from '../enquiries/enquiries-key.ts'
import { containing, searchWords } from '../enquiries/filters.ts'
import { readReference } from './read-reference.ts'

/** More are counted, but not listed. */
export const maxListed = 50

/** Spam and erased enquiries belong to no customer. */
export const hasStanding = ({ status, erased_at }: Enquiry) =>
  status !== 'spam' && erased_at === null

/** By enquiry. */
export function standingsQuery(enquiries: Enquiry[]) {
  const ids = enquiries.filter(hasStanding).map(({ id }) => id)
  return queryOptions({
    queryKey: [...enquiriesKey, 'standings', ids],
    queryFn: async () => {
      if (ids.length === 0) return new Map<string, EnquiryStanding>()
      const { data, error } = await tables
        .from('enquiry_standings')
        .select('*')
        .in('enquiry_id', ids)
      if (error) throw error
      return new Map(data.map((standing) => [standing.enquiry_id, standing]))
    },
    // A new enquiry is recognised within seconds.
    refetchInterval: ({ state }) => (state.data && state.data.size < ids.length ? 3_000 : 15_000),
  })
}

export interface Customer {
  enquiries: CustomerEnquiry[]
  total: number
  /** For a customer that is no more: the one that it was merged into. */
  mergedInto: string | undefined
}

/** Newest first. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'customer', id],
    queryFn: async (): Promise<Customer> => {
      const { data, error, count } = await tables
        .from('customer_enquiries')
        .select('*', { count: 'exact' })
        .eq('customer_id', id)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(maxListed)
      if (error) throw error
      const mergedInto = data.length === 0 ? await findMerge(id) : undefined
      return { enquiries: data, total: count ?? data.length, mergedInto }
    },
    refetchInterval: 15_000,
    meta: { failed: 'Failed to fetch the customer' },
  })

async function findMerge(id: string): Promise<string | undefined> {
  const { data, error } = await tables
    .from('customer_changes')
    .select('customer_id')
    .eq('other_id', id)
    .eq('kind', 'merge')
    .is('undone_at', null)
    .limit(1)
  if (error) throw error
  return data[0]?.customer_id
}

/** What staff merged and split, newest first. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'customer', id, 'changes'],
    queryFn: async () => {
      const { data, error } = await tables
        .from('customer_changes')
        .select('*')
        .or(`customer_id.eq.${id},other_id.eq.${id}`)
        .order('made_at', { ascending: false })
        .limit(20)
      if (error) throw error
      return data
    },
    meta: { failed: 'Failed to fetch the customer' },
  })

export interface Match {
  id: string
  /** The newest enquiry. */
  enquiry: CustomerEnquiry
  reasons: string[]
}

const reasons = {
  phone: 'same telephone number',
  email: 'same email address',
  name: 'same name and postcode',
} as const

/** Customers who may be the same person. */
export const matchesQuery = (id: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'customer', id, 'matches'],
    queryFn: async (): Promise<Match[]> => {
      const { data, error } = await tables
        .from('customer_matches')
        .select('*')
        .eq('customer_id', id)
        .limit(20)
      if (error) throw error
      const ids = [...new Set(data.map(({ other_id }) => other_id))]
      const found = await Promise.all(ids.map(newestEnquiry))
      return found.flatMap((enquiry) => {
        if (!enquiry) return []
        const own = data.filter(({ other_id }) => other_id === enquiry.customer_id)
        const why = own.map(({ matched_by }) => reasons[matched_by])
        return [{ id: enquiry.customer_id, enquiry, reasons: why }]
      })
    },
    meta: { failed: 'Failed to fetch the customer' },
  })

async function newestEnquiry(customerId: string): Promise<CustomerEnquiry | undefined> {
  const { data, error } = await tables
    .from('customer_enquiries')
    .select('*')
    .eq('customer_id', customerId)
    .order('created_at', { ascending: false })
    .limit(1)
  if (error) throw error
  return data[0]
}

/** The enquiries that are read for a search; a customer may have several of them. */
const maxRead = 40

/**
 * The newest enquiry of each other customer who has this reference, or one with all of these words.
 */
export const otherCustomersQuery = (id: string, typed: string) =>
  queryOptions({
    queryKey: [...enquiriesKey, 'customer', id, 'others', typed],
    queryFn: async ({ signal }) => {
      const others = () =>
        tables.from('customer_enquiries').select('*').neq('customer_id', id).abortSignal(signal)
      const named = await others().eq('reference', readReference(typed)).limit(1)
      if (named.error) throw named.error
      if (named.data.length > 0) return named.data
      let query = others()
      for (const word of [...new Set(searchWords(typed))].slice(0, maxPatterns)) {
        query = query.like('search_text', containing(word))
      }
      const { data, error } = await query
        .order('created_at', { ascending: false })
        .order('id')
        .limit(maxRead)
      if (error) throw error
      return [...new Map(data.toReversed().map((row) => [row.customer_id, row])).values()].reverse()
    },
    enabled: searchWords(typed).length > 0,
    placeholderData: keepPreviousData,
    meta: { failed: 'Failed to fetch customers' },
  })

/** How many photographs each enquiry has. */
export const photoCountsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['photo-counts', ids],
    queryFn: async () => {
      const listed = await Promise.all(ids.map((id) => files.from('enquiry-photos').list(id)))
      return new Map(ids.map((id, at) => [id, listed[at]?.data?.length ?? 0]))
    },
  })
