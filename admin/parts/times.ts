// Times as people say them, in the firm's zone.
import { zone } from '#content/zone.ts'

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })

/** "Mon 30 Nov, 10:30". */
export const formatDayAndTime = (time: string) => dayAndTime.format(new Date(time))

/** "10:30 to 11:15". */
export function formatSpanOfDay(starts: string, minutes: number): string {
  const start = new Date(starts)
  const end = new Date(start.getTime() + minutes * 60_000)
  return `${clock.format(start)} to ${clock.format(end)}`
}
