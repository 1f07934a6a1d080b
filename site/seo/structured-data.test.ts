import { expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'
import type { SiteContext } from '../site-context.ts'
import { structuredData } from './structured-data.ts'

const site = {
  content: demoContent,
  company: demoContent.company,
  siteUrl: new URL('https://www.hopyard.example'),
} as SiteContext

function offersOf(prices: { name: string; amount: string }[]) {
  const page = { path: '/landscaping/patios', title: 'Patios', description: 'Patios' }
  const service = { name: 'Patios', description: 'Patios', prices }
  const graph = structuredData({ site, page, crumbs: [], service }) as { '@graph': object[] }
  return graph['@graph'].find((node) => 'offers' in node)
}

test('published prices are offers, and words without a sum are left to the page', () => {
  const offered = offersOf([
    { name: 'Sandstone', amount: 'from £1,250.50 per job' },
    { name: 'Porcelain', amount: 'from £ 95 per m²' },
    { name: 'Gravel', amount: 'on request' },
  ])
  expect(offered).toMatchObject({
    offers: [
      { name: 'Sandstone', price: '1250.50', priceCurrency: 'GBP' },
      { name: 'Porcelain', price: '95', description: 'from £ 95 per m²' },
    ],
  })
})

test('a service without prices makes no offer', () => {
  expect(offersOf([])).toBeUndefined()
})
