// Services and their groups. The tree of groups is the order of menus, overview cards, footer and
// sitemap.
import * as v from 'valibot'
import { faqSchema, pageSchema } from './page.ts'
import { serviceIcons } from './service-icons.ts'
import { heading, line, list, name, path, slug, text } from './text.ts'

/** The last option of every form, after the firm's services. */
export const otherService = 'Other'

const cardSchema = v.strictObject({
  title: name,
  description: line,
  icon: v.picklist(serviceIcons, 'must be the name of an icon that pages have'),
})
export type ServiceCard = v.InferOutput<typeof cardSchema>

/** What most people ask before they ask for a price. */
const jobFactsSchema = v.strictObject({
  duration: line,
  season: line,
  preparation: line,
  priceDependsOn: line,
  /** Only if the firm publishes them. */
  prices: v.exactOptional(list(v.strictObject({ name, amount: text(60) }), 12, 1)),
})
export type JobFacts = v.InferOutput<typeof jobFactsSchema>

/** A link to another service, with the reason for it. */
export const reasonSchema = v.strictObject({ path, why: line })
export type Reason = v.InferOutput<typeof reasonSchema>

export const servicePageSchema = v.strictObject({
  ...pageSchema.entries,
  faqs: list(faqSchema, 12),
  facts: jobFactsSchema,
  /** Services that are often done with this one. */
  belongsWith: list(reasonSchema, 8),
  /** Words in a review that make it fit this service. */
  reviewWords: list(name, 30),
  /** The option of the forms that the page preselects. Every name that stands here is one. */
  enquiryService: text(40),
  card: cardSchema,
  /** The quote form is at the end of the page instead of in the hero. */
  formAtFoot: v.exactOptional(v.boolean()),
  /** What is asked for above that form. */
  formText: v.exactOptional(line),
})

/** Services are named by their files: `services/patios` is `patios`. */
export const serviceGroupSchema = v.strictObject({
  overview: slug,
  /** The sub-pages, in menu order. */
  children: list(slug, 60),
  /** Further services among the cards of the overview page. */
  alsoOnCards: v.exactOptional(list(slug, 12)),
  /** The introduction above the cards; groups without sub-pages have none. */
  cardsIntro: v.exactOptional(v.strictObject({ heading, text: line })),
})

export const serviceGroupsSchema = v.strictObject({ groups: list(serviceGroupSchema, 12, 1) })

export interface ServicePage extends v.InferOutput<typeof servicePageSchema> {
  slug: string
  /** The group's id. */
  group: string
}

export interface ServiceGroup {
  /** The slug of its overview page. */
  id: string
  overview: ServicePage
  children: ServicePage[]
  cards: ServicePage[]
  cardsIntro?: { heading: string; text: string }
}
