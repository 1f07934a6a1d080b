// The audit trail: who changed what, when, from what to what.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry } from '#schemas/tables.ts'
import { tables } from '../../api.ts'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Pager } from '../../parts/pager.tsx'
import { sayChange } from './say-change.ts'

const pageSize = 50
const subjects = {
  role: 'Roles',
  review: 'Reviews',
  enquiry: 'Enquiries',
  account: 'Accounts',
  person: 'Personal data',
}
type Subject = AuditEntry['subject'] | ''

const trailQuery = (subject: Subject, page: number) =>
  queryOptions({
    queryKey: ['trail', subject, page],
    queryFn: async () => {
      const first = (page - 1) * pageSize
      let query = tables.from('audit_trail').select('*', { count: 'exact' })
      if (subject) query = query.eq('subject', subject)
      const { data, error, count } = await query
        .order('id', { ascending: false })
        .range(first, first + pageSize - 1)
      if (error) throw error
      return { entries: data, total: count ?? 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { failed: 'Failed to fetch the activity' },
  })

export function ActivityTab() {
  const [subject, setSubject] = useState<Subject>('')
  const [page, setPage] = useState(1)
  const trail = useQuery(trailQuery(subject, page))
  return (
    <section aria-labelledby="activity-heading">
      <div className="toolbar">
        <h2 id="activity-heading">Activity</h2>
        <select
          className="input figures-period"
          aria-label="What was changed"
          value={subject}
          onChange={({ target }) => {
            setSubject(target.value as Subject)
            setPage(1)
          }}
        >
          <option value="">Everything</option>
          {Object.entries(subjects).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {trail.isPending && <Spinner label="Loading the activity" />}
      {trail.isError && !trail.data && (
        <Failed text="The activity could not be loaded." onRetry={() => void trail.refetch()} />
      )}
      {trail.data?.entries.length === 0 && <Empty>Nothing has been changed yet.</Empty>}
      {trail.data && trail.data.entries.length > 0 && (
        <>
          <ul className="rows">
            {trail.data.entries.map((entry) => (
              <li key={entry.id} className="row row-top">
                <p className="row-main">
                  <strong>{entry.actor}</strong> {sayChange(entry)}
                </p>
                <p className="soft">
                  <Moment at={entry.happened_at} />
                </p>
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            pageSize={pageSize}
            shown={trail.data.entries.length}
            total={trail.data.total}
            onPage={setPage}
          />
        </>
      )}
    </section>
  )
}
