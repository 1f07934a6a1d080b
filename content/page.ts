// The shapes of what pages say. Pages, menus, footer, sitemap, structured data and mail all read
// these, so a new service or town is one entry.
import type { PictureName } from './pictures.ts'

export interface Hero {
  subtitle: string
  title: string
  description: string
}

export interface Point {
  title: string
  text: string
}

export interface Faq {
  question: string
  answer: string
}

export interface ProseSection {
  kind: 'prose'
  heading: string
  paragraphs: string[]
  picture?: PictureName
  /** Ends with the button that asks about cookies again. */
  hasCookieSettings?: true
}

export interface ListSection {
  kind: 'list'
  heading: string
  intro?: string
  items: string[]
  /** Ticks stand before what we do or promise. Everything else is a plain list. */
  isPlain?: true
}

/** Titled remarks in no particular order. */
export interface PointsSection {
  kind: 'points'
  heading: string
  intro?: string
  points: Point[]
}

/** A sequence: numbered when shown. */
export interface StepsSection {
  kind: 'steps'
  heading: string
  intro?: string
  steps: Point[]
}

export interface ScheduleSection {
  kind: 'schedule'
  heading: string
  intro: string
  options: { name: string; when: string; text: string }[]
}

export type Section = ProseSection | ListSection | PointsSection | StepsSection | ScheduleSection

/** What every public page has, town pages included: its address, its metadata and its hero. */
export interface PageHead {
  path: string
  /** The label in menus, cards and breadcrumbs. */
  name: string
  /** Without the company's name, which the document adds. 10 to 60 characters. */
  title: string
  /** 70 to 155 characters, so that search results show it whole. */
  description: string
  keywords: string[]
  picture: PictureName
  hero: Hero
  updated: `${number}-${number}-${number}`
  /** Only where the canonical address differs from the path. */
  canonical?: string
}

export interface Page extends PageHead {
  /** One line of description for menu panels. */
  menuLine: string
  sections: Section[]
  faqs?: Faq[]
}

/** The options of the enquiry form that a page can preselect. */
export type EnquiryService = 'Domestic' | 'Grounds Maintenance' | 'Landscaping' | 'Pressure Washing'

export type ServiceGroupId = 'domestic' | 'grounds-maintenance' | 'landscaping' | 'pressure-washing'

export interface ServiceCard {
  title: string
  description: string
  /** A lucide icon name. */
  icon: string
}

export interface ServicePage extends Page {
  group: ServiceGroupId
  enquiryService: EnquiryService
  card: ServiceCard
  /** A standalone quote form closes the page. */
  formAtFoot?: boolean
}

export interface ServiceGroup {
  id: ServiceGroupId
  overview: ServicePage
  /** The sub-pages, in menu order. */
  children: ServicePage[]
  /** What the overview page shows as cards: the sub-pages and, for grounds work, pressure washing. */
  cards: ServicePage[]
  /** Stands above the cards; a group without sub-pages has none. */
  cardsIntro?: { heading: string; text: string }
}
