// A visit to a customer: its limits, and times in the firm's zone.
import { zone } from '#content/zone.ts'

/** Those of the table `enquiry_visits`. */
export const visitLimits = {
  minMinutes: 15,
  maxMinutes: 600,
  maxAddress: 200,
  maxNote: 500,
} as const

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: zone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The time in the firm's zone as if it were UTC. */
const wallTime = (time: Date) => Date.parse(`${wallClock.format(time).replace(' ', 'T')}Z`)

/** `2026-07-01` and `09:30` in the firm's zone. Undefined: not a day and a time. */
export function timeInZone(day: string, clock: string): Date | undefined {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  if (Number.isNaN(wanted)) return undefined
  // JavaScript takes 31 February for 3 March.
  if (!new Date(wanted).toISOString().startsWith(day)) return undefined
  // Twice, because the offset may be another on the other side of a change of clocks.
  let time = wanted - (wallTime(new Date(wanted)) - wanted)
  time = wanted - (wallTime(new Date(time)) - time)
  return new Date(time)
}

/** The day and the time in the firm's zone, for the fields of a form. */
export function dayAndClock(time: Date): { day: string; clock: string } {
  const [day = '', clock = ''] = wallClock.format(time).split(' ')
  return { day, clock: clock.slice(0, 5) }
}
