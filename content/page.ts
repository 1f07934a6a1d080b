// The shape of page content. Pages, menus, footer, sitemap and structured data are built from it, so a
// new service or town is one file.
import * as v from 'valibot'
import { heading, isoDate, line, list, name, paragraph, path, slug, text } from './text.ts'

export const heroSchema = v.strictObject({
  subtitle: text(40),
  title: text(60),
  description: text(180),
})
export type Hero = v.InferOutput<typeof heroSchema>

export const pointSchema = v.strictObject({ title: name, text: line })
export type Point = v.InferOutput<typeof pointSchema>

export const faqSchema = v.strictObject({
  question: v.pipe(text(160), v.endsWith('?', 'must end with a question mark')),
  answer: paragraph,
})
export type Faq = v.InferOutput<typeof faqSchema>

/**
 * The place of a section's picture: left of the text, across the page under a card with the text, in
 * the right margin, or, for models, without a frame on their own ground.
 */
export const pictureLayoutSchema = v.picklist(
  ['left', 'wide', 'margin', 'ground'],
  'must be left, wide, margin or ground',
)
export type PictureLayout = v.InferOutput<typeof pictureLayoutSchema>

const illustrated = {
  picture: v.exactOptional(slug),
  layout: v.exactOptional(pictureLayoutSchema),
}

const proseSchema = v.strictObject({
  kind: v.literal('prose'),
  heading,
  paragraphs: list(paragraph, 20, 1),
  /** Ends with the button for the cookie settings. */
  hasCookieSettings: v.exactOptional(v.literal(true)),
  ...illustrated,
})

const listSchema = v.strictObject({
  kind: v.literal('list'),
  heading,
  intro: v.exactOptional(line),
  items: list(line, 40, 1),
  /** Without ticks, which mark what we do or promise. */
  isPlain: v.exactOptional(v.literal(true)),
  ...illustrated,
})

/** Titled points in no particular order. */
const pointsSchema = v.strictObject({
  kind: v.literal('points'),
  heading,
  intro: v.exactOptional(line),
  points: list(pointSchema, 12, 1),
  ...illustrated,
})

export const stepSchema = v.strictObject({ ...pointSchema.entries, picture: v.exactOptional(slug) })
export type Step = v.InferOutput<typeof stepSchema>

/** A sequence: numbered when shown. One picture for all of it, or one for each step. */
const stepsSchema = v.strictObject({
  kind: v.literal('steps'),
  heading,
  intro: v.exactOptional(line),
  picture: v.exactOptional(slug),
  steps: list(stepSchema, 12, 1),
})
export type StepsSection = v.InferOutput<typeof stepsSchema>

/** Steps that several pages show, without the kind of a section. */
export const sharedStepsSchema = v.omit(stepsSchema, ['kind'])

const percent = v.pipe(v.number(), v.minValue(5), v.maxValue(95))

/** A part of a cutaway, and where it is in the picture: percent from the left and from the top. */
const cutawayPartSchema = v.strictObject({
  name,
  text: line,
  at: v.tuple([percent, percent]),
})
export type CutawayPart = v.InferOutput<typeof cutawayPartSchema>

/** What lies underneath: numbers on the picture, explained in a list. */
const cutawaySchema = v.strictObject({
  kind: v.literal('cutaway'),
  heading,
  intro: v.exactOptional(line),
  picture: slug,
  parts: list(cutawayPartSchema, 6, 1),
})
export type CutawaySection = v.InferOutput<typeof cutawaySchema>

/** Two pictures from the same place. */
const comparisonSchema = v.strictObject({
  kind: v.literal('comparison'),
  heading,
  paragraphs: list(paragraph, 10, 1),
  before: slug,
  after: slug,
})
export type ComparisonSection = v.InferOutput<typeof comparisonSchema>

const scheduleSchema = v.strictObject({
  kind: v.literal('schedule'),
  heading,
  intro: line,
  options: list(v.strictObject({ name, when: name, text: line }), 8, 1),
})

export const sectionSchema = v.variant('kind', [
  proseSchema,
  listSchema,
  pointsSchema,
  stepsSchema,
  scheduleSchema,
  cutawaySchema,
  comparisonSchema,
])
export type Section = v.InferOutput<typeof sectionSchema>
export type ProseSection = v.InferOutput<typeof proseSchema>
export type ListSection = v.InferOutput<typeof listSchema>
export type PointsSection = v.InferOutput<typeof pointsSchema>
export type ScheduleSection = v.InferOutput<typeof scheduleSchema>

/** The path, metadata and hero that every public page has, town pages included. */
export const pageHeadSchema = v.strictObject({
  path,
  /** The label in menus, cards and breadcrumbs. */
  name,
  /** Without the company's name, which the document adds. */
  title: text(60, 10),
  /** Search results show it whole. */
  description: text(155, 70),
  keywords: list(name, 12),
  picture: slug,
  hero: heroSchema,
  updated: isoDate,
  /** Only if the canonical path differs from `path`. */
  canonical: v.exactOptional(path),
})
export type PageHead = v.InferOutput<typeof pageHeadSchema>

export const pageSchema = v.strictObject({
  ...pageHeadSchema.entries,
  /** One line of description for menu panels. */
  menuLine: text(90),
  sections: list(sectionSchema, 40),
  faqs: v.exactOptional(list(faqSchema, 20)),
})
export type Page = v.InferOutput<typeof pageSchema>
