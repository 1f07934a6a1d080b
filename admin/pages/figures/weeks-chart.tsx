// Stacked bars, one per week, with the values on hover and focus. One Tab stop (roving tabindex), then
// arrow keys. The same numbers follow as a table.
import { type KeyboardEvent, useRef, useState } from 'react'
import type { EnquiryFigures } from '#schemas/function-results.ts'
import { firmServices } from '../../firm.ts'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { isLabelled, ticksUpTo } from './scale.ts'
import { fillWeeks, servicesIn, type Week } from './weeks.ts'
import { dayAndMonth, WeeksTable } from './weeks-table.tsx'

export function WeeksChart({ weeks: counted }: { weeks: EnquiryFigures['weeks'] }) {
  const weeks = fillWeeks(counted)
  const services = servicesIn(weeks, firmServices)
  const max = Math.max(...weeks.map(({ total }) => total))
  const busiest = weeks.find(({ total }) => total === max)
  return (
    <>
      <ul className="legend">
        {services.map((service, i) => (
          <li key={service}>
            <span className={`swatch ${seriesOf(i)}`} aria-hidden="true" />
            {service}
          </li>
        ))}
      </ul>
      <p className="unseen">
        {weeks.length} weeks; most in the week of {busiest ? dayAndMonth(busiest.start) : '–'}:{' '}
        {max}
      </p>
      <Plot weeks={weeks} services={services} ticks={ticksUpTo(max)} />
      <details>
        <summary>The numbers</summary>
        <ScrollRegion label="Enquiries per week" className="numbers">
          <WeeksTable weeks={weeks} services={services} />
        </ScrollRegion>
      </details>
    </>
  )
}

interface PlotProps {
  weeks: Week[]
  services: string[]
  ticks: number[]
}

function Plot({ weeks, services, ticks }: PlotProps) {
  const [selected, setSelected] = useState(weeks.length - 1)
  const [isShown, setIsShown] = useState(false)
  const plot = useRef<HTMLDivElement>(null)
  const top = ticks.at(-1) ?? 1
  const at = Math.min(selected, weeks.length - 1)

  function show(next: number) {
    setSelected(next)
    setIsShown(true)
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') return setIsShown(false)
    const targets: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: weeks.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = Math.min(weeks.length - 1, Math.max(0, target))
    plot.current?.querySelectorAll<HTMLElement>('.week')[next]?.focus()
  }

  return (
    <div className="plot">
      <div className="plot-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {tick.toLocaleString('en-GB')}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div
        className="plot-weeks"
        role="group"
        aria-label="Enquiries per week: left and right arrow keys move from week to week"
        ref={plot}
        onMouseLeave={() => setIsShown(false)}
        onBlur={() => setIsShown(false)}
        onKeyDown={move}
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            className="plot-line"
            style={{ bottom: `${(tick / top) * 100}%` }}
            aria-hidden="true"
          />
        ))}
        {weeks.map((week, index) => (
          <button
            key={week.start}
            type="button"
            className={index === at && isShown ? 'week week-chosen' : 'week'}
            tabIndex={index === at ? 0 : -1}
            aria-label={formatWeek(week, services)}
            onMouseEnter={() => show(index)}
            onFocus={() => show(index)}
            onClick={() => show(index)}
          >
            {services.map((service, i) => (
              <span
                key={service}
                className={seriesOf(i)}
                style={{ height: `${(countOf(week, service) / top) * 100}%` }}
              />
            ))}
          </button>
        ))}
        {isShown && weeks[at] && (
          <Values week={weeks[at]} services={services} at={at} columns={weeks.length} />
        )}
      </div>
      <div className="plot-labels soft" aria-hidden="true">
        {weeks.map(({ start }, index) =>
          isLabelled(index, weeks.length) ? (
            <span key={start} style={{ left: `${((index + 0.5) / weeks.length) * 100}%` }}>
              {dayAndMonth(start)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

interface ValuesProps {
  week: Week
  services: string[]
  at: number
  columns: number
}

/** Beside the bar, on the side with more room. */
function Values({ week, services, at, columns }: ValuesProps) {
  const isLeft = at < columns / 2
  const side = isLeft
    ? { left: `${((at + 1) / columns) * 100}%` }
    : { right: `${(1 - at / columns) * 100}%` }
  return (
    <div className="plot-values" style={side} aria-hidden="true">
      <strong>Week of {dayAndMonth(week.start)}</strong>
      <ul>
        {services.map((service, i) =>
          countOf(week, service) > 0 ? (
            <li key={service}>
              <span className={`swatch ${seriesOf(i)}`} />
              {service}: {countOf(week, service).toLocaleString('en-GB')}
            </li>
          ) : null,
        )}
      </ul>
      <p>{week.total.toLocaleString('en-GB')} in all</p>
    </div>
  )
}

/** There are five colours; the sixth service and those after it share the last. */
const seriesOf = (index: number) => `series-${Math.min(index, 4)}`

const countOf = ({ counts }: Week, service: string) => counts.get(service) ?? 0

function formatWeek(week: Week, services: string[]): string {
  const { start, total } = week
  const parts = services
    .filter((service) => countOf(week, service) > 0)
    .map((service) => `${service} ${countOf(week, service)}`)
  const enquiries = total === 1 ? '1 enquiry' : `${total} enquiries`
  return `Week of ${dayAndMonth(start)}: ${[enquiries, ...parts].join(', ')}`
}
