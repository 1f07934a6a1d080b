// How a quote works, for the pages before and after an enquiry is sent.
import * as v from 'valibot'
import { sharedStepsSchema } from './page.ts'
import { heading, line, list } from './text.ts'

export const quoteStepsSchema = v.strictObject({
  quoteSteps: sharedStepsSchema,
  /** For a visitor who has sent an enquiry. */
  nextSteps: sharedStepsSchema,
  /** For the days between the enquiry and the visit. */
  beforeTheVisit: v.strictObject({ heading, items: list(line, 12, 1) }),
})
export type QuoteSteps = v.InferOutput<typeof sharedStepsSchema>
