// Stacked bars, one per week. The same numbers stand beneath as a table.
import { enquiryServices } from '#schemas/enquiry.ts'
import type { EnquiryFigures } from '#schemas/tables.ts'
import { fillWeeks, type Week } from './weeks.ts'

const height = 180
const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const say = (start: string) => dayAndMonth.format(new Date(start))

export function WeeksChart({ weeks: counted }: { weeks: EnquiryFigures['weeks'] }) {
  const weeks = fillWeeks(counted)
  const top = Math.max(...weeks.map(({ total }) => total))
  const busiest = weeks.find(({ total }) => total === top)
  return (
    <>
      <ul className="legend">
        {enquiryServices.map((service, i) => (
          <li key={service}>
            <span className={`swatch series-${i}`} aria-hidden="true" />
            {service}
          </li>
        ))}
      </ul>
      <div className="weeks">
        <p className="weeks-top" aria-hidden="true">
          {top}
        </p>
        <svg
          viewBox={`0 0 ${weeks.length * 10} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${weeks.length} weeks; most in the week of ${busiest ? say(busiest.start) : '–'}: ${top}`}
        >
          {weeks.map((week, at) => (
            <Stack key={week.start} week={week} left={at * 10 + 1} scale={height / top} />
          ))}
        </svg>
        <p className="weeks-ends soft" aria-hidden="true">
          <span>{say(weeks[0]?.start ?? '')}</span>
          <span>{say(weeks.at(-1)?.start ?? '')}</span>
        </p>
      </div>
      <details>
        <summary>The numbers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className="numbers" tabIndex={0} aria-label="Enquiries per week">
          <WeeksTable weeks={weeks} />
        </section>
      </details>
    </>
  )
}

function Stack({ week, left, scale }: { week: Week; left: number; scale: number }) {
  let bottom = height
  return enquiryServices.map((service, i) => {
    const tall = week.counts[service] * scale
    bottom -= tall
    return (
      <rect key={service} className={`series-${i}`} x={left} y={bottom} width="8" height={tall} />
    )
  })
}

function WeeksTable({ weeks }: { weeks: Week[] }) {
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
            <th scope="row">{say(start)}</th>
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
