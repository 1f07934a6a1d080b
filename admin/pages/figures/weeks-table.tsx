import type { Week } from './weeks.ts'

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const dayAndMonth = (start: string) => format.format(new Date(start))

export function WeeksTable({ weeks, services }: { weeks: Week[]; services: string[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {services.map((service) => (
            <th key={service} scope="col">
              {service}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ start, counts, total }) => (
          <tr key={start}>
            <th scope="row">{dayAndMonth(start)}</th>
            {services.map((service) => (
              <td key={service}>{counts.get(service) ?? 0}</td>
            ))}
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
