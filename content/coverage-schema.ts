// The file of the area served.
import * as v from 'valibot'
import type { Coverage } from './coverage.ts'
import { list, name, text } from './text.ts'

export const outwardCode = v.pipe(
  text(4, 2),
  v.regex(/^[A-Z]{1,2}\d[A-Z\d]?$/, 'must be the first half of a postcode, such as WR14'),
)

export const coverageSchema = v.record(
  name,
  list(outwardCode, 60),
) satisfies v.GenericSchema<Coverage>
