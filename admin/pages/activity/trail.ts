// The audit trail's filters, kept in the URL, and its query.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { AuditEntry } from '#schemas/tables.ts'
import { tables } from '../../api.ts'

export const trailPageSize = 50

export const subjects: Record<AuditEntry['subject'], string> = {
  role: 'Roles',
  review: 'Reviews',
  enquiry: 'Enquiries',
  account: 'Accounts',
  person: 'Personal data',
  spam_filter: 'Spam filter',
  site: 'Site',
  mail_server: 'Mail server',
  view: 'Saved views',
}

export const TrailFiltersSchema = v.object({
  /** Empty: all subjects. */
  about: v.fallback(v.picklist(['', ...(Object.keys(subjects) as AuditEntry['subject'][])]), ''),
  page: v.fallback(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1e6)),
    1,
  ),
})
export type TrailFilters = v.InferOutput<typeof TrailFiltersSchema>

export const trailSearch = ({ about, page }: TrailFilters): Partial<TrailFilters> => ({
  ...(about && { about }),
  ...(page > 1 && { page }),
})

export const trailQuery = ({ about, page }: TrailFilters) =>
  queryOptions({
    queryKey: ['trail', about, page],
    queryFn: async () => {
      const first = (page - 1) * trailPageSize
      let query = tables.from('audit_trail').select('*', { count: 'exact' })
      if (about) query = query.eq('subject', about)
      const { data, error, count, status } = await query
        .order('id', { ascending: false })
        .range(first, first + trailPageSize - 1)
      // A page past the last one is empty, not broken.
      const none = new Map<string, string>()
      if (status === 416) return { entries: [], references: none, addresses: none, total: 0 }
      if (error) throw error
      const [references, addresses] = await Promise.all([readReferences(data), readAddresses(data)])
      return { entries: data, references, addresses, total: count ?? 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { failed: 'Failed to fetch the activity' },
  })

/** By enquiry id. The trail itself stores no reference, so that there is nothing in it to erase. */
async function readReferences(entries: AuditEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ subject, subject_id }) =>
    subject === 'enquiry' && subject_id ? [subject_id] : [],
  )
  if (ids.length === 0) return new Map()
  const { data, error } = await tables
    .from('enquiries')
    .select('id, reference')
    .in('id', [...new Set(ids)])
  if (error) throw error
  return new Map(data.flatMap(({ id, reference }) => (reference ? [[id, reference]] : [])))
}

/** By actor id. Shown beside the name, because users choose their names but not their addresses. */
async function readAddresses(entries: AuditEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ actor_id }) => actor_id ?? [])
  if (ids.length === 0) return new Map()
  const { data, error } = await tables
    .from('profiles')
    .select('id, email')
    .in('id', [...new Set(ids)])
  if (error) throw error
  return new Map(data.flatMap(({ id, email }) => (email ? [[id, email]] : [])))
}
