// The JSON-LD of every kind of page against the requirements of its schema.org types.
import { demoCompany } from '#tools/demo-content.ts'
import { expect, test } from './support/product.ts'

interface Thing {
  '@type': string
  '@id'?: string
  [property: string]: unknown
}

/** The types that we use, with their required properties. */
const needed: Record<string, string[]> = {
  LocalBusiness: [
    '@id',
    'name',
    'url',
    'telephone',
    'email',
    'priceRange',
    'address',
    'areaServed',
    'openingHoursSpecification',
  ],
  WebPage: ['@id', 'url', 'name', 'description', 'about', 'inLanguage'],
  BreadcrumbList: ['@id', 'itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Service: ['@id', 'name', 'serviceType', 'provider', 'areaServed'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  PostalAddress: ['addressLocality', 'addressRegion', 'addressCountry'],
  OpeningHoursSpecification: ['dayOfWeek', 'opens', 'closes'],
  City: ['name'],
  AdministrativeArea: ['name'],
}

const kinds = {
  '/': ['LocalBusiness', 'WebPage'],
  '/landscaping/patios': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service', 'FAQPage'],
  '/pressure-washing': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service', 'FAQPage'],
  '/astro-installation': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service', 'FAQPage'],
  '/ledbury': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service'],
  '/about': ['LocalBusiness', 'WebPage', 'BreadcrumbList'],
}

for (const [path, types] of Object.entries(kinds)) {
  test(`${path} is one linked graph of ${types.join(', ')}`, async ({ request }) => {
    const text = structuredData(await (await request.get(path)).text())
    const { '@context': context, '@graph': graph } = JSON.parse(text) as {
      '@context': string
      '@graph': Thing[]
    }
    expect(context).toBe('https://schema.org')
    expect(graph.map((thing) => thing['@type'])).toEqual(types)
    const ids = new Set(graph.map((thing) => thing['@id']))
    const visit = (value: unknown) => {
      if (Array.isArray(value)) return value.forEach(visit)
      if (typeof value !== 'object' || value === null) return
      const thing = value as Thing
      const keys = Object.keys(thing)
      // Every reference points to a node of the graph.
      if (keys.length === 1 && keys[0] === '@id') return expect(ids.has(thing['@id'])).toBe(true)
      expect(Object.keys(needed), JSON.stringify(thing)).toContain(thing['@type'])
      expect(keys).toEqual(expect.arrayContaining(needed[thing['@type']] ?? []))
      for (const key of keys) if (!key.startsWith('@')) visit(thing[key])
    }
    visit(graph)
    expect(text).not.toMatch(/aggregateRating|"review"/)
  })
}

test('a town page names the business with the town and serves it', async ({ request }) => {
  const text = structuredData(await (await request.get('/hereford')).text())
  const { '@graph': graph } = JSON.parse(text) as { '@graph': Thing[] }
  expect(graph[0]?.name).toBe(`${demoCompany.name} Hereford`)
  expect(graph[0]?.areaServed).toEqual([
    {
      '@type': 'City',
      name: 'Hereford',
      containedInPlace: { '@type': 'AdministrativeArea', name: 'Herefordshire' },
    },
  ])
})

function structuredData(html: string): string {
  return /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
}
