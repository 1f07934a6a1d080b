import { enquiryServices } from '#schemas/enquiry.ts'
import type { Week } from './weeks.ts'

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const dayAndMonth = (start: string) => format.format(new Date(start))

export function WeeksTable({ weeks }: { weeks: Week[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {enquiryServices.map((service) => (
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
            {enquiryServices.map((service) => (
              <td key={service}>{counts[service]}</td>
            ))}
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
