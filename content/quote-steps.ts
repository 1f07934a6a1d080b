// How a quote works, for the pages before and after an enquiry is sent.
import * as v from 'valibot'
import { sharedStepsSchema } from './page.ts'
import { heading, line, list, slug } from './text.ts'

export const quoteStepsSchema = v.strictObject({
  quoteSteps: sharedStepsSchema,
  /** For a visitor who has sent an enquiry. */
  nextSteps: sharedStepsSchema,
  /** For the days between the enquiry and the visit. */
  beforeTheVisit: v.strictObject({
    heading,
    items: list(line, 12, 1),
    picture: v.exactOptional(slug),
  }),
  /** Above the button at the end of a service's page, where no form stands. */
  serviceClosing: v.exactOptional(v.strictObject({ heading, text: line })),
})
export type QuoteSteps = v.InferOutput<typeof sharedStepsSchema>

/** In one line each. The first step is that we reply, which the text above these says with its date. */
export function stepsAfterReply({ steps }: QuoteSteps): string[] {
  return steps.slice(1).map(({ title, text }) => `${title}. ${text}`)
}
