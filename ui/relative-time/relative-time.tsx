// A relative time with the exact time beside it; a tooltip has the full date.
import { zone } from '#content/zone.ts'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { useNow } from './use-now.ts'

const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  dateStyle: 'full',
  timeStyle: 'short',
})
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
})
/** "2026-11-15" */
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const minute = 60_000
const hour = 60 * minute
const dayMs = 24 * hour

/** "5 minutes ago", "3 days ago"; the date if it is more than a month away. */
export function formatRelativeTime(date: Date, now = new Date()): string {
  const passed = date.getTime() - now.getTime()
  const size = Math.abs(passed)
  if (size < minute) return 'just now'
  if (size < hour) return relative.format(Math.round(passed / minute), 'minute')
  if (size < dayMs) return relative.format(Math.round(passed / hour), 'hour')
  if (size < 31 * dayMs) return relative.format(dayNumber(date) - dayNumber(now), 'day')
  return day.format(date)
}

/** Days of the calendar: at noon, the evening of two days before is not "a day ago". */
function dayNumber(date: Date): number {
  const [year, month, dayOfMonth] = isoDay.format(date).split('-').map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, dayOfMonth) / dayMs
}

/** "3 hours", "12 days": the time since then, in one unit. */
export function formatSpan(date: Date, now = new Date()): string {
  const passed = now.getTime() - date.getTime()
  const [size, unit] =
    passed < hour ? [minute, 'minute'] : passed < 2 * dayMs ? [hour, 'hour'] : [dayMs, 'day']
  return new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.floor(passed / size)),
  )
}

export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <Tooltip text={exact.format(date)}>
      <time dateTime={at}>
        {formatRelativeTime(date, now)}
        <span className="exact-time">, {formatExactTime(date, now)}</span>
      </time>
    </Tooltip>
  )
}

/** "14:05" today, "3 May, 14:05" before; time only where the relative time is already the date. */
export function formatExactTime(date: Date, now: Date): string {
  const isOld = Math.abs(date.getTime() - now.getTime()) >= 31 * dayMs
  if (isOld || day.format(date) === day.format(now)) return clock.format(date)
  return `${dayAndMonth.format(date)}, ${clock.format(date)}`
}

export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}
