// The company, the page, its service and breadcrumbs as one schema.org graph. It has no rating: search
// engines do not accept reviews that a company publishes about itself.
import { shownClosures } from '#content/closures.ts'
import { dayNames, type Hours } from '#content/opening-hours.ts'
import type { Faq } from '#content/page.ts'
import type { JobFacts } from '#content/service.ts'
import type { SiteContext } from '../site-context.ts'

export interface Crumb {
  name: string
  path: string
}

type Price = NonNullable<JobFacts['prices']>[number]

export interface GraphOptions {
  site: SiteContext
  page: { path: string; title: string; description: string; updated?: string }
  crumbs: Crumb[]
  service?: { name: string; description: string; prices?: readonly Price[] }
  /** On a town page the business is named with the town and serves it. */
  town?: { name: string; county: string }
  faqs?: Faq[] | undefined
}

export function structuredData({ site, page, crumbs, service, town, faqs }: GraphOptions): object {
  const at = (path: string) => new URL(path, site.siteUrl).href
  // On a town page the business has another name and area, so it needs an id of its own.
  const businessId = `${at(town ? page.path : '/')}#business`
  const pageUrl = at(page.path)
  const graph: object[] = [
    business(site, businessId, at('/'), town),
    {
      '@type': 'WebPage',
      '@id': pageUrl,
      url: pageUrl,
      name: page.title,
      description: page.description,
      inLanguage: 'en-GB',
      about: { '@id': businessId },
      ...(page.updated && { dateModified: page.updated }),
      ...(crumbs.length > 1 && { breadcrumb: { '@id': `${pageUrl}#breadcrumb` } }),
    },
  ]
  if (crumbs.length > 1) {
    graph.push({
      '@type': 'BreadcrumbList',
      '@id': `${pageUrl}#breadcrumb`,
      itemListElement: crumbs.map(({ name, path }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name,
        item: at(path),
      })),
    })
  }
  if (service) {
    graph.push({
      '@type': 'Service',
      '@id': `${pageUrl}#service`,
      name: service.name,
      serviceType: service.name,
      description: service.description,
      url: pageUrl,
      provider: { '@id': businessId },
      areaServed: areaServed(site, town),
      ...offers(service.prices ?? []),
    })
  }
  if (faqs?.length) {
    graph.push({
      '@type': 'FAQPage',
      '@id': `${pageUrl}#faqs`,
      mainEntity: faqs.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    })
  }
  return { '@context': 'https://schema.org', '@graph': graph }
}

function business(site: SiteContext, id: string, url: string, town: GraphOptions['town']) {
  const { company, content } = site
  return {
    '@type': 'LocalBusiness',
    '@id': id,
    name: town ? `${company.name} ${town.name}` : company.name,
    url,
    telephone: company.phone,
    email: company.email,
    priceRange: '££',
    address: {
      '@type': 'PostalAddress',
      addressLocality: company.town,
      addressRegion: company.county,
      addressCountry: 'GB',
    },
    areaServed: areaServed(site, town),
    openingHoursSpecification: content.hours.office.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => dayNames[day]),
      opens,
      closes,
    })),
    ...closedDates(content.hours),
  }
}

/** "From £45 per m²" is an offer at 45 pounds, as search engines read it; words without a sum are not. */
function offers(prices: readonly Price[]) {
  const read = prices.flatMap(({ name, amount }) => {
    const [, sum] = /£\s?(\d[\d,]*(?:\.\d{1,2})?)/.exec(amount) ?? []
    if (!sum) return []
    const price = sum.replaceAll(',', '')
    return [{ '@type': 'Offer', name, description: amount, price, priceCurrency: 'GBP' }]
  })
  return read.length > 0 ? { offers: read } : {}
}

/** Days without hours are closed. */
function closedDates({ closures = [] }: Hours) {
  const shown = shownClosures(closures, new Date())
  if (shown.length === 0) return {}
  return {
    specialOpeningHoursSpecification: shown.map(({ from, until }) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: from,
      validThrough: until,
      opens: '00:00',
      closes: '00:00',
    })),
  }
}

function areaServed({ content }: SiteContext, town: GraphOptions['town']) {
  const places = town ? [town] : content.towns
  return places.map(({ name, county }) => ({
    '@type': 'City',
    name,
    containedInPlace: { '@type': 'AdministrativeArea', name: county },
  }))
}
