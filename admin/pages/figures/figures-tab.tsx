// Pictures of the enquiries, for people who would rather look than read a table.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { type Filters, noFilters, periods, sinceOf } from '../enquiries/filters.ts'
import { Bars } from './bars.tsx'
import { figuresQuery } from './figures.ts'
import { Replies } from './replies.tsx'
import { WeeksChart } from './weeks-chart.tsx'

export function FiguresTab() {
  const [period, setPeriod] = useState<Filters['period']>('90')
  const figures = useQuery(figuresQuery(sinceOf(period)))
  return (
    <section aria-labelledby="figures-heading">
      <div className="toolbar">
        <h2 id="figures-heading">Figures</h2>
        {figures.data && (
          <p className="soft">
            {figures.data.total.toLocaleString('en-GB')} enquiries without spam, as{' '}
            <Link to="/admin/enquiries" search={{ ...noFilters, period, sort: 'newest' }}>
              the list
            </Link>{' '}
            and its CSV have them
          </p>
        )}
        <select
          className="input figures-period"
          aria-label="Period"
          value={period}
          onChange={({ target }) => setPeriod(target.value)}
        >
          {Object.entries({ ...periods, '': 'All time' }).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {figures.isPending && <Spinner label="Loading figures" />}
      {figures.isError && !figures.data && (
        <Failed text="The figures could not be loaded." onRetry={() => void figures.refetch()} />
      )}
      {figures.data?.total === 0 && <Empty>No enquiries in this time.</Empty>}
      {figures.data && figures.data.total > 0 && (
        <div className="charts">
          <Chart title="Enquiries per week, by service" isWide>
            <WeeksChart weeks={figures.data.weeks} />
          </Chart>
          <Chart title="Where they came from">
            <Bars bars={figures.data.sources} />
          </Chart>
          <Chart title="Which town">
            <Bars bars={figures.data.towns} />
          </Chart>
          <Chart title="First answer, against the promise of 24 hours" isWide>
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
