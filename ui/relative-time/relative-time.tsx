// A time as people say it, and the exact one beside it; the whole date opens on hover or focus.
import { Tooltip } from '../tooltip/tooltip.tsx'
import { useNow } from './use-now.ts'

const zone = 'Europe/London'
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
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const minute = 60_000
const hour = 60 * minute
const dayMs = 24 * hour

/** "5 minutes ago", "3 days ago"; older than a month the date. */
export function formatRelativeTime(moment: Date, now = new Date()): string {
  const passed = moment.getTime() - now.getTime()
  const size = Math.abs(passed)
  if (size < minute) return 'just now'
  if (size < hour) return relative.format(Math.round(passed / minute), 'minute')
  if (size < dayMs) return relative.format(Math.round(passed / hour), 'hour')
  if (size < 31 * dayMs) return relative.format(Math.round(passed / dayMs), 'day')
  return day.format(moment)
}

/** "3 hours", "12 days": how long ago it was, in one unit. */
export function formatSpan(moment: Date, now = new Date()): string {
  const passed = now.getTime() - moment.getTime()
  const [size, unit] =
    passed < hour ? [minute, 'minute'] : passed < 2 * dayMs ? [hour, 'hour'] : [dayMs, 'day']
  return new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.floor(passed / size)),
  )
}

export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const moment = new Date(at)
  return (
    <Tooltip text={exact.format(moment)}>
      <time dateTime={at}>
        {formatRelativeTime(moment, now)}
        <span className="exact-time">, {formatExactTime(moment, now)}</span>
      </time>
    </Tooltip>
  )
}

/** "14:05" today, "3 May, 14:05" before; the date is not said twice. */
export function formatExactTime(moment: Date, now: Date): string {
  const isOld = Math.abs(moment.getTime() - now.getTime()) >= 31 * dayMs
  if (isOld || day.format(moment) === day.format(now)) return clock.format(moment)
  return `${dayAndMonth.format(moment)}, ${clock.format(moment)}`
}

export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}
