// Pages with parts of their own.
import * as v from 'valibot'
import { pageHeadSchema, pageSchema, pointSchema, stepSchema } from './page.ts'
import { heading, line, list, name, paragraph, path, slug, text } from './text.ts'

const headedText = v.strictObject({ heading, text: paragraph })

export const homeSchema = v.strictObject({
  ...pageHeadSchema.entries,
  services: headedText,
  whyChooseUs: v.strictObject({
    ...headedText.entries,
    points: list(pointSchema, 8, 1),
    picture: v.exactOptional(slug),
  }),
  serviceArea: headedText,
  callToAction: headedText,
})
export type HomePage = v.InferOutput<typeof homeSchema>

export const aboutSchema = v.strictObject({
  ...pageSchema.entries,
  /** Beneath the first picture. */
  pictureNote: v.exactOptional(line),
  story: v.strictObject({ heading, intro: line, steps: list(stepSchema, 8, 1) }),
  /** The heading over the company's insurance and registrations. */
  credentialsHeading: heading,
})
export type AboutPage = v.InferOutput<typeof aboutSchema>

const contactCardSchema = v.strictObject({
  /** The hours card is followed by the opening hours. */
  kind: v.picklist(['phone', 'email', 'area', 'hours']),
  title: name,
  text: line,
  icon: slug,
})
export type ContactCard = v.InferOutput<typeof contactCardSchema>

export const contactSchema = v.strictObject({
  ...pageSchema.entries,
  promise: line,
  /** The text above the enquiry form. */
  form: headedText,
  cards: list(contactCardSchema, 8, 1),
  map: headedText,
})
export type ContactPage = v.InferOutput<typeof contactSchema>

export const notFoundSchema = v.strictObject({
  title: text(60, 10),
  description: text(155, 70),
  heading,
  text: line,
  linkLabel: name,
  suggestions: v.strictObject({ ...headedText.entries, paths: list(path, 12) }),
  picture: slug,
})
export type NotFoundPage = v.InferOutput<typeof notFoundSchema>
