// A line above every page for some days, such as a storm or a holiday.
import * as v from 'valibot'
import { dayOf } from './closures.ts'
import { isoDate, text } from './text.ts'

export const announcementSchema = v.pipe(
  v.strictObject({
    /** Without a text there is none. */
    text: v.exactOptional(text(200)),
    /** The first and the last day on which it is shown; without them it has no such end. */
    from: v.exactOptional(isoDate),
    until: v.exactOptional(isoDate),
  }),
  v.forward(
    v.check(({ from, until }) => !from || !until || from <= until, 'is before the first day'),
    ['until'],
  ),
)
export type Announcement = v.InferOutput<typeof announcementSchema>

export function shownText(announcement: Announcement, now: Date): string | undefined {
  const { text, from, until } = announcement
  const today = dayOf(now)
  const isNow = (!from || from <= today) && (!until || today <= until)
  return isNow ? text : undefined
}
