// The JSON-LD of every kind of page against what schema.org asks of its types.
import { expect, test } from './support/product.ts'

interface Thing {
  '@type': string
  '@id'?: string
  [property: string]: unknown
}

/** Types that we use, with the properties that must be there. */
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
  '/landscaping/patios': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service'],
  '/pressure-washing': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service', 'FAQPage'],
  '/astro-installation': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service', 'FAQPage'],
  '/ledbury': ['LocalBusiness', 'WebPage', 'BreadcrumbList', 'Service'],
  '/about': ['LocalBusiness', 'WebPage', 'BreadcrumbList'],
}

for (const [path, types] of Object.entries(kinds)) {
  test(`${path} is one linked graph of ${types.join(', ')}`, async ({ page }) => {
    await page.goto(path)
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    const { '@context': context, '@graph': graph } = JSON.parse(text ?? '') as {
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
      // A reference names something that is in the graph.
      if (keys.length === 1 && keys[0] === '@id') return expect(ids.has(thing['@id'])).toBe(true)
      expect(Object.keys(needed), JSON.stringify(thing)).toContain(thing['@type'])
      expect(keys).toEqual(expect.arrayContaining(needed[thing['@type']] ?? []))
      for (const key of keys) if (!key.startsWith('@')) visit(thing[key])
    }
    visit(graph)
    expect(text).not.toMatch(/aggregateRating|"review"/)
    expect(text).toContain('"priceRange":"££"')
    expect(text).toContain('"opens":"08:00","closes":"17:00"')
  })
}

test('a town page names the business with the town and serves it', async ({ page }) => {
  await page.goto('/hereford')
  const text = await page.locator('script[type="application/ld+json"]').textContent()
  const { '@graph': graph } = JSON.parse(text ?? '') as { '@graph': Thing[] }
  expect(graph[0]?.name).toBe('Hopyard Gardens & Grounds Hereford')
  expect(graph[0]?.areaServed).toEqual([
    {
      '@type': 'City',
      name: 'Hereford',
      containedInPlace: { '@type': 'AdministrativeArea', name: 'Herefordshire' },
    },
  ])
})
