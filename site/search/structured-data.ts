// The company, the page's service and its place in the site as one linked schema.org graph. There is
// never a rating in it: search engines do not accept a company's own reviews of itself.
import { structuredDataHours } from '#content/opening-hours.ts'
import type { Faq } from '#content/page.ts'
import type { SiteContext } from '../site-context.ts'

const dayNames = {
  Mo: 'Monday',
  Tu: 'Tuesday',
  We: 'Wednesday',
  Th: 'Thursday',
  Fr: 'Friday',
  Sa: 'Saturday',
  Su: 'Sunday',
} as const

export interface Crumb {
  name: string
  path: string
}

export interface GraphOptions {
  site: SiteContext
  page: { path: string; title: string; description: string; updated?: string }
  crumbs: Crumb[]
  service?: { name: string; description: string }
  /** On a town page the business is named with the town and serves it. */
  town?: { name: string; county: string }
  faqs?: Faq[] | undefined
}

export function structuredData({ site, page, crumbs, service, town, faqs }: GraphOptions): object {
  const at = (path: string) => new URL(path, site.siteUrl).href
  // A business by another name, for another area, is another thing than the company as a whole.
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
  const { company } = site
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
    openingHoursSpecification: structuredDataHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => dayNames[day]),
      opens,
      closes,
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
