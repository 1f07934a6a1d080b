// The file of opening hours and closures. Pages load what reads them, not this.
import * as v from 'valibot'
import { days, type Hours } from './opening-hours.ts'
import { isoDate, list, text } from './text.ts'

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
const time = v.pipe(
  v.string('must be a time'),
  v.regex(timePattern, 'must be a time such as 08:00'),
)

const spanSchema = v.pipe(
  v.strictObject({
    days: list(
      v.picklist(days, 'must be Mo, Tu, We, Th, Fr, Sa or Su'),
      7,
      1,
      'needs at least one day',
    ),
    opens: time,
    closes: time,
  }),
  v.check(({ opens, closes }) => {
    // What is no time yet has a message of its own.
    const areTimes = timePattern.test(opens) && timePattern.test(closes)
    return !areTimes || opens < closes
  }, 'closes before it opens'),
)

const closureSchema = v.pipe(
  v.strictObject({ from: isoDate, until: isoDate, reason: v.exactOptional(text(60)) }),
  v.check(({ from, until }) => until === '' || from <= until, 'ends before it begins'),
)

export const hoursSchema = v.strictObject({
  office: list(spanSchema, 14),
  telephone: list(spanSchema, 14),
  closures: v.exactOptional(list(closureSchema, 60)),
}) satisfies v.GenericSchema<Hours>
