// What the specification says of the demo company itself: its towns, services and fixed texts. Rules for
// any company's content are beside the content.
import { describe, expect, test } from 'vitest'
import { demoContent } from '#tools/demo-content.ts'

const { allPages, allServicePages, contact, footer, headerLinks, headerMenus } = demoContent
const { home, notFound, serviceGroups, towns } = demoContent

// The table of the specification; places from its second lines ("also …") come last.
const chips: Record<string, string[]> = {
  Worcester: [
    ...['WR1', 'WR2', 'WR3', 'WR4', 'WR5'],
    ...['St Johns', 'Barbourne', 'Rainbow Hill', 'Perdiswell'],
  ],
  Malvern: ['WR14', 'Malvern Hills', 'Great Malvern', 'Malvern Link', 'West Malvern'],
  Hereford: ['HR1', 'HR2', 'HR4', 'Herefordshire'],
  Droitwich: ['WR9', 'Droitwich Spa', 'Wychbold'],
  Pershore: ['WR10', 'Vale of Evesham', 'Pershore'],
  Evesham: ['WR11', 'Vale of Evesham', 'Evesham', 'Badsey', 'Hampton', 'Bengeworth'],
  Ledbury: ['HR8', 'Ledbury', 'Herefordshire'],
}

/** By the pages that a town leads to, which follow its words (town.test.ts). */
const worksThere: [string[], string[]][] = [
  [['/grounds-maintenance/tree-surgery'], ['Hereford', 'Ledbury']],
  [
    ['/landscaping/astro-installation', '/landscaping/complete-landscaping-solution'],
    ['Worcester', 'Droitwich', 'Pershore', 'Evesham'],
  ],
  [['/landscaping/retaining-walls'], ['Malvern', 'Evesham']],
]

test('towns come in the order of the specification', () => {
  expect(towns.map((town) => town.name)).toEqual(Object.keys(chips))
})

describe.each(towns.map((town) => [town.name, town] as const))('%s', (name, town) => {
  test('carries the chips of its table row', () => {
    expect(town.chips).toEqual(chips[name])
  })

  test('is titled and filed as specified', () => {
    const inHerefordshire = name === 'Hereford' || name === 'Ledbury'
    expect(town.title).toBe(`Garden & Landscaping Services ${name}`)
    expect(town.county).toBe(inHerefordshire ? 'Herefordshire' : 'Worcestershire')
    expect(town.path).toBe(`/${name.toLowerCase()}`)
  })

  test('mentions the work the specification names there', () => {
    for (const [paths] of worksThere.filter(([, names]) => names.includes(name))) {
      const linked = town.ground.services.map(({ path }) => path)
      expect(paths.some((path) => linked.includes(path))).toBe(true)
    }
  })

  test('makes all four trust claims', () => {
    expect(town.whyChooseUs.map((point) => point.title)).toEqual([
      'Local team',
      'Fully insured',
      'Quality guaranteed',
      'Reliable and punctual',
    ])
  })
})

test('only astro and sleepers declare another canonical', () => {
  const canonicals = allPages.flatMap((page) => page.canonical ?? [])
  expect(canonicals).toEqual(['/astro-installation', '/sleeper-installation'])
})

test('pressure washing and astro answer the questions of the specification at least', () => {
  const faqs = new Map<string, number>(allServicePages.map((page) => [page.path, page.faqs.length]))
  expect(faqs.get('/pressure-washing')).toBeGreaterThanOrEqual(3)
  expect(faqs.get('/landscaping/astro-installation')).toBeGreaterThanOrEqual(4)
})

test('overviews show two, seven and six cards', () => {
  expect(serviceGroups.map((group) => [group.id, group.cards.length])).toEqual([
    ['domestic', 2],
    ['grounds-maintenance', 7],
    ['landscaping', 6],
    ['pressure-washing', 0],
  ])
})

test('menus and footer follow the service tree', () => {
  expect(headerMenus.map((menu) => [menu.name, menu.links.length])).toEqual([
    ['Domestic', 3],
    ['Grounds Maintenance', 7],
    ['Landscaping', 7],
  ])
  expect(headerLinks.map((link) => link.path)).toEqual(['/pressure-washing'])
  expect(footer.lists.map((list) => list.name)).toEqual([
    'Services',
    'Landscaping',
    'Towns',
    'Company',
  ])
  expect(JSON.stringify(footer.lists)).not.toContain('/landscaping/complete-landscaping-solution')
})

test('fixed texts stand as specified', () => {
  expect(contact.hero.title).toBe('Get In Touch')
  expect(contact.promise).toContain('within 24 hours')
  expect(contact.cards.map((card) => card.kind)).toEqual(['phone', 'email', 'area', 'hours'])
  expect(notFound.heading).toBe('Oops! Page not found')
  expect(notFound.linkLabel).toBe('Return to Home')
  expect(home.whyChooseUs.points).toHaveLength(4)
})
