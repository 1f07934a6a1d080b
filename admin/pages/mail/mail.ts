// The filters of the email list, kept in the URL, and its queries.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { type MailPage, type MailState, mailStates } from '#schemas/mails.ts'
import { callStaff, tables } from '../../api.ts'
import { enquiriesKey } from '../enquiries/enquiries-key.ts'

const refreshMs = 15_000
const states = Object.keys(mailStates) as MailState[]

export const MailFiltersSchema = v.object({
  search: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  /** Empty: every state. */
  state: v.fallback(v.picklist(['', ...states]), ''),
  page: v.fallback(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(10_000)),
    1,
  ),
})
export type MailFilters = v.InferOutput<typeof MailFiltersSchema>

const noFilters: MailFilters = v.parse(MailFiltersSchema, {})

/** For the URL: only the filters that differ from the defaults. */
export function mailSearch(filters: MailFilters): Partial<MailFilters> {
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== noFilters[name as never]),
  )
}

export const mailsQuery = (filters: MailFilters) =>
  queryOptions({
    // A change of an enquiry may send an email.
    queryKey: [...enquiriesKey, 'mails', filters],
    queryFn: () => callStaff<MailPage>('mail-list', filters),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    meta: { failed: 'Failed to fetch emails' },
  })

/** Failed emails of every kind, for the banner. */
export const failedMailsQuery = mailsQuery({ ...noFilters, state: 'failed' })

const officeMails = ['office_mail', 'photos_mail'] as const

export const isOfficeMail = (about: string | null): boolean =>
  officeMails.some((channel) => channel === about)

/** Emails to the office with two or more failed attempts, the oldest first. */
export const delayedMailsQuery = queryOptions({
  queryKey: [...enquiriesKey, 'held-up'],
  queryFn: async () => {
    const { data, error, count } = await tables
      .from('enquiry_deliveries')
      .select('*', { count: 'exact' })
      .in('channel', officeMails)
      .in('state', ['waiting', 'failed'])
      .gte('tries', 2)
      .order('created_at')
      .limit(1)
    if (error) throw error
    return { first: data[0], count: count ?? 0 }
  },
  refetchInterval: refreshMs,
  meta: { failed: 'Failed to fetch deliveries' },
})
