// Charts of the enquiries: per week, by source, by town, what became of them, and how fast they were
// answered.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { noFilters, periods, sinceOf } from '../enquiries/filters.ts'
import { Bars } from './bars.tsx'
import { formatComparison, spanBefore } from './compare.ts'
import { figuresQuery, resultsQuery } from './figures.ts'
import { Replies } from './replies.tsx'
import { ResultsTable } from './results-table.tsx'
import { mergeSources } from './sources.ts'
import { WeeksChart } from './weeks-chart.tsx'

/** Left out of the URL. */
export const defaultPeriod = '90'

export const FiguresSearch = v.object({
  /** Days back from now; empty: all time. */
  period: v.fallback(v.picklist(['', ...Object.keys(periods)]), defaultPeriod),
})

export function FiguresTab() {
  const { period } = useSearch({ from: '/admin/figures' })
  const navigate = useNavigate({ from: '/admin/figures' })
  const figures = useQuery(figuresQuery(sinceOf(period)))
  const span = spanBefore(period)
  const before = useQuery({ ...figuresQuery(span?.since, span?.until), enabled: Boolean(span) })
  const results = useQuery(resultsQuery(sinceOf(period)))
  const resultsBefore = useQuery({
    ...resultsQuery(span?.since, span?.until),
    enabled: Boolean(span),
  })
  return (
    <section aria-labelledby="figures-heading">
      <div className="toolbar">
        <h2 id="figures-heading">Figures</h2>
        <select
          className="input figures-period"
          aria-label="Period"
          value={period}
          onChange={({ target }) =>
            void navigate({
              to: '/admin/figures',
              search: { period: target.value as typeof period },
              replace: true,
            })
          }
        >
          {Object.entries({ ...periods, '': 'All time' }).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {figures.data && (
        <p className="figures-total">
          <strong>{figures.data.total.toLocaleString('en-GB')}</strong>{' '}
          {figures.data.total === 1 ? 'enquiry' : 'enquiries'}, not counting spam
          {span &&
            before.data &&
            `, ${formatComparison(figures.data.total, before.data.total, period)}`}
          .{' '}
          <Link
            className="link"
            to="/admin/enquiries"
            search={{ ...noFilters, period, sort: 'newest' }}
          >
            See them in the list
          </Link>
        </p>
      )}
      {figures.isPending && <Spinner label="Loading figures" />}
      {figures.isError && !figures.data && (
        <Failed text="The figures could not be loaded." onRetry={() => void figures.refetch()} />
      )}
      {figures.data?.total === 0 && <Empty>No enquiries in this period.</Empty>}
      {figures.data && figures.data.total > 0 && (
        <div className="charts">
          <Chart title="Enquiries per week, by service" isWide>
            <WeeksChart weeks={figures.data.weeks} />
          </Chart>
          <Chart title="Where they came from">
            <Bars bars={mergeSources(figures.data.sources)} />
          </Chart>
          <Chart title="Which town they are in">
            <Bars bars={figures.data.towns} />
          </Chart>
          {results.data && (
            <Chart title="What became of them" isWide>
              <ResultsTable results={results.data} before={span && resultsBefore.data} />
            </Chart>
          )}
          {results.data?.lost_reasons && (
            <Chart title="Why they were lost" isWide>
              <Bars bars={results.data.lost_reasons} />
            </Chart>
          )}
          <Chart title="First reply, against the promise of 24 hours" isWide>
            <Replies replies={figures.data.replies} />
          </Chart>
        </div>
      )}
    </section>
  )
}

interface ChartProps {
  title: string
  isWide?: boolean
  children: ReactNode
}

function Chart({ title, isWide = false, children }: ChartProps) {
  return (
    <section className={isWide ? 'panel chart chart-wide' : 'panel chart'}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
