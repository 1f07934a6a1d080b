// All content of the site, put together from a firm's documents, with its placeholders replaced. Pages,
// emails and the form get it as an argument; nothing imports a firm.
import type { Announcement } from './announcement.ts'
import type { AnswerTemplate } from './answers.ts'
import type { CompanyProfile } from './company.ts'
import { type Area, areaOf, type Coverage } from './coverage.ts'
import type { Documents, FirmDocuments } from './documents.ts'
import { fillInAll } from './fill-in.ts'
import type { Look } from './look.ts'
import { type Geography, readGeography } from './map.ts'
import type { Mark } from './mark.ts'
import { createNavigation, type Navigation } from './navigation.ts'
import type { Hours } from './opening-hours.ts'
import type { Page, PageHead } from './page.ts'
import type { AboutPage, ContactPage, HomePage, NotFoundPage } from './pages.ts'
import type { Pictures } from './pictures.ts'
import type { QuoteSteps } from './quote-steps.ts'
import type { Redirects } from './redirects.ts'
import type { ReviewRequest } from './review-request.ts'
import { otherService, type ServiceGroup, type ServicePage } from './service.ts'
import type { Town } from './town.ts'
import type { TrustClaim } from './trust.ts'

export interface Content extends Navigation {
  company: CompanyProfile
  hours: Hours
  look: Look
  mark: Mark
  coverage: Coverage
  area: Area
  geography: Geography
  pictures: Pictures
  home: HomePage
  about: AboutPage
  contact: ContactPage
  privacyPolicy: Page
  terms: Page
  notFound: NotFoundPage
  serviceGroups: readonly ServiceGroup[]
  allServicePages: readonly ServicePage[]
  towns: readonly Town[]
  /** All public pages with their own metadata. */
  allPages: readonly PageHead[]
  trustClaims: readonly TrustClaim[]
  quoteSteps: QuoteSteps
  nextSteps: QuoteSteps
  beforeTheVisit: { heading: string; items: string[]; picture?: string }
  serviceClosing?: { heading: string; text: string }
  announcement: Announcement
  /** Of emails to customers; placeholders about the customer are still in them. */
  answerTemplates: readonly AnswerTemplate[]
  /** Placeholders about the customer are still in it. */
  reviewRequest: ReviewRequest
  redirects: Redirects
  /** The options of the enquiry form. */
  enquiryServices: readonly string[]
}

/** The documents have been checked, each and together. */
export function createContent(documents: Documents, company?: Partial<CompanyProfile>): Content {
  const read = <Key extends keyof FirmDocuments>(key: Key) =>
    documents.get(key) as FirmDocuments[Key]
  const serviceGroups = createGroups(documents)
  const allServicePages = serviceGroups.flatMap(({ overview, children }) => [overview, ...children])
  const towns = read('towns').towns.map((slug) => documents.get(`towns/${slug}`) as Town)
  const home = read('pages/home')
  const about = read('pages/about')
  const contact = read('pages/contact')
  const privacyPolicy = read('pages/privacy-policy')
  const terms = read('pages/terms')
  const pages = new Map<string, Page>([
    ['about', about],
    ['contact', contact],
    ['privacy-policy', privacyPolicy],
    ['terms', terms],
  ])
  const coverage = read('coverage')
  const profile = { ...read('company'), ...company }
  const content: Content = {
    company: profile,
    hours: read('hours'),
    look: read('look'),
    mark: read('mark'),
    coverage,
    area: areaOf(coverage),
    geography: readGeography(read('map')),
    pictures: read('pictures'),
    ...{ home, about, contact, privacyPolicy, terms, notFound: read('pages/not-found') },
    serviceGroups,
    allServicePages,
    towns,
    allPages: [home, ...allServicePages, ...towns, contact, about, privacyPolicy, terms],
    ...createNavigation(read('navigation'), { serviceGroups, towns, pages }),
    trustClaims: read('trust').claims,
    ...read('quote-steps'),
    announcement: read('announcement'),
    answerTemplates: read('answers').templates,
    reviewRequest: read('review-request'),
    redirects: read('redirects'),
    enquiryServices: [
      ...new Set([...allServicePages.map(({ enquiryService }) => enquiryService), otherService]),
    ],
  }
  return fillInAll(content, { company: profile, towns: towns.map(({ name }) => name) })
}

function createGroups(documents: Documents): ServiceGroup[] {
  const { groups } = documents.get('services') as FirmDocuments['services']
  const pages = new Map<string, ServicePage>()
  for (const { overview, children } of groups) {
    for (const slug of [overview, ...children]) {
      const page = documents.get(`services/${slug}`) as Omit<ServicePage, 'slug' | 'group'>
      pages.set(slug, { ...page, slug, group: overview })
    }
  }
  const pagesOf = (slugs: readonly string[]) => slugs.flatMap((slug) => pages.get(slug) ?? [])
  return groups.map(({ overview, children, alsoOnCards = [], cardsIntro }) => ({
    id: overview,
    overview: pages.get(overview) as ServicePage,
    children: pagesOf(children),
    cards: children.length > 0 ? pagesOf([...children, ...alsoOnCards]) : [],
    ...(cardsIntro && { cardsIntro }),
  }))
}
