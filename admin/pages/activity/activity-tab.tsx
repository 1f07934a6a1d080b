// The audit trail: who changed what, when, from which value to which; grouped by day.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useNow } from '#ui/relative-time/use-now.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ActivityLine } from './activity-line.tsx'
import { groupByDay } from './days.ts'
import { subjects, type TrailFilters, trailPageSize, trailQuery } from './trail.ts'

export function ActivityTab() {
  const filters = useSearch({ from: '/admin/activity' })
  const navigate = useNavigate({ from: '/admin/activity' })
  const trail = useQuery(trailQuery(filters))
  const now = useNow()
  const show = (changed: Partial<TrailFilters>) =>
    void navigate({ to: '/admin/activity', search: { ...filters, page: 1, ...changed } })
  return (
    <section aria-labelledby="activity-heading">
      <div className="toolbar">
        <h2 id="activity-heading">Activity</h2>
        <select
          className="input figures-period"
          aria-label="What was changed"
          value={filters.about}
          onChange={({ target }) => show({ about: target.value as TrailFilters['about'] })}
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
      {trail.data?.entries.length === 0 && (
        <Empty>
          {filters.page > 1 ? 'Nothing on this page.' : 'Nothing has been changed yet.'}
        </Empty>
      )}
      {trail.data &&
        groupByDay(trail.data.entries, now).map(({ heading, entries }) => (
          <section key={heading} className="activity-day">
            <h3>{heading}</h3>
            <ul className="rows">
              {entries.map((entry) => (
                <ActivityLine
                  key={entry.id}
                  entry={entry}
                  reference={trail.data.references.get(entry.subject_id ?? '')}
                  address={trail.data.addresses.get(entry.actor_id ?? '')}
                />
              ))}
            </ul>
          </section>
        ))}
      {trail.data && (trail.data.entries.length > 0 || filters.page > 1) && (
        <Pager
          page={filters.page}
          pageSize={trailPageSize}
          shown={trail.data.entries.length}
          total={trail.data.total}
          onPage={(page) => show({ page })}
        />
      )}
    </section>
  )
}
