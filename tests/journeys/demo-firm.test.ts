// What the demo firm says: the one file to change with its texts. The other journeys read the content.
import type { Town } from '#content/town.ts'
import { demoCompany, demoContent } from '#tools/demo-content.ts'
import { textsOf } from './support/html.ts'
import { expect, test } from './support/product.ts'

const { headerMenus } = demoContent
const worcester = demoContent.towns.find(({ name }) => name === 'Worcester') as Town

const asked = [
  ['/domestic', [/flexible/i, /adjust/i, /cancel/i]],
  [
    '/domestic/regular-maintenance',
    [/benefits/i, /no long-term contracts/i, /adjust/i, /cancel them with notice/i],
  ],
  ['/domestic/regular-maintenance', [/peak season, typically April to October/i, /fortnightly/i]],
  ['/domestic/one-off-garden-tidy-up', [/how it works/i, /three steps/i, /included/i]],
  ['/landscaping', [/site visit/i, /design/i, /build/i, /finish/i]],
  [
    '/pressure-washing',
    [/inspect/i, /treat/i, /rinse/i, /re-sanding/i, /sealing/i, /low-pressure/i],
  ],
  ['/contact-us', [/Worcestershire and Herefordshire/, /within 24 hours/]],
] as const

for (const [path, words] of asked) {
  test(`${path} says ${words.map(({ source }) => source).join(', ')}`, async ({ request }) => {
    const main = textsOf(await (await request.get(path)).text(), 'main').join(' ')
    for (const word of words) expect(main).toMatch(word)
  })
}

test('the tidy-up works in exactly three steps', async ({ request }) => {
  const html = await (await request.get('/domestic/one-off-garden-tidy-up')).text()
  const [, steps = ''] = /<ol class="steps[^"]*">(.*?)<\/ol>/s.exec(html) ?? []
  expect(steps.match(/<li/g)).toHaveLength(3)
})

test('the firm is open on working days and of middling price', async ({ request }) => {
  for (const path of ['/', '/landscaping/patios', '/ledbury']) {
    const html = await (await request.get(path)).text()
    expect(html).toContain('"priceRange":"££"')
    expect(html).toContain('"opens":"08:00","closes":"17:00"')
  }
})

test('its name, number and address reach nobody', () => {
  expect(demoCompany).toMatchObject({
    name: 'Hopyard Gardens & Grounds',
    phone: '01632 960123',
    email: 'office@hopyard.example',
  })
})

test('its menus have a page for each service, and Worcester a chip for each quarter', () => {
  expect(headerMenus.map(({ name, links }) => [name, links.length])).toEqual([
    ['Domestic', 3],
    ['Grounds Maintenance', 7],
    ['Landscaping', 7],
  ])
  expect(worcester.chips).toHaveLength(9)
})
