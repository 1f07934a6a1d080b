import { describe, expect, test } from 'vitest'
import { demoCompany, fillIn } from './company.ts'
import { footer, headerLinks, headerMenus } from './navigation.ts'
import type { Page } from './page.ts'
import { about } from './pages/about.ts'
import { contact } from './pages/contact.ts'
import { home } from './pages/home.ts'
import { notFound } from './pages/not-found.ts'
import { allPages } from './pages/pages.ts'
import { privacyPolicy } from './pages/privacy-policy.ts'
import { terms } from './pages/terms.ts'
import { pictures } from './pictures.ts'
import { quoteSteps } from './quote-steps.ts'
import { allServicePages, serviceGroups } from './services/services.ts'
import { towns } from './towns/towns.ts'
import { trustClaims } from './trust.ts'

const sectionedPages: Page[] = [...allServicePages, contact, about, privacyPolicy, terms]
const everything = { allPages, serviceGroups, notFound, quoteSteps, trustClaims, footer }

test('every path is unique', () => {
  const paths = allPages.flatMap((page) => [page.path, ...(page.canonical ? [page.canonical] : [])])
  expect(new Set(paths).size).toBe(paths.length)
})

test('only astro and sleepers declare another canonical', () => {
  const canonicals = allPages.flatMap((page) => page.canonical ?? [])
  expect(canonicals).toEqual(['/astro-installation', '/sleeper-installation'])
})

describe.each(allPages.map((page) => [page.path, page] as const))('%s', (_path, page) => {
  test('has a title and a description that search results show whole', () => {
    expect(page.title.length).toBeGreaterThanOrEqual(10)
    expect(page.title.length).toBeLessThanOrEqual(60)
    expect(page.description.length).toBeGreaterThanOrEqual(70)
    expect(page.description.length).toBeLessThanOrEqual(155)
  })

  test('has a short hero', () => {
    expect(page.hero.title.length).toBeLessThanOrEqual(60)
    expect(page.hero.description.length).toBeLessThanOrEqual(180)
    expect(page.hero.subtitle.length).toBeLessThanOrEqual(40)
  })

  test('has at least 120 words', () => {
    const { description, keywords, title, path, ...copy } = page
    expect(texts(copy).join(' ').split(/\s+/).length).toBeGreaterThanOrEqual(120)
  })
})

test('titles, descriptions and hero titles are never repeated', () => {
  for (const pick of ['title', 'description'] as const) {
    expect(new Set(allPages.map((page) => page[pick])).size).toBe(allPages.length)
  }
  expect(new Set(allPages.map((page) => page.hero.title)).size).toBe(allPages.length)
})

test('every picture named exists and has alternative text', () => {
  for (const name of texts(everything, 'picture')) {
    expect(pictures, name).toHaveProperty([name])
  }
  for (const { alt } of Object.values(pictures)) expect(alt.length).toBeGreaterThan(20)
})

test('headings are unique within a page', () => {
  for (const page of sectionedPages) {
    const headings = page.sections.map((section) => section.heading)
    expect(new Set(headings).size, page.path).toBe(headings.length)
  }
})

test('only questions of FAQs end in a question mark', () => {
  for (const text of [...texts(everything, 'heading'), ...texts(everything, 'title')]) {
    expect(text).not.toMatch(/\?$/)
  }
  for (const question of texts(everything, 'question')) expect(question).toMatch(/\?$/)
})

test('pressure washing has three FAQs and astro four', () => {
  const counts = allServicePages.flatMap((page) =>
    page.faqs ? [[page.path, page.faqs.length]] : [],
  )
  expect(Object.fromEntries(counts)).toEqual({
    '/landscaping/astro-installation': 4,
    '/pressure-washing': 3,
  })
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
  expect(texts(footer.lists)).not.toContain('/landscaping/complete-landscaping-solution')
})

test('every suggestion of the not-found page leads to a page', () => {
  const paths = allPages.map((page) => page.path)
  expect(paths).toEqual(expect.arrayContaining(notFound.suggestions.paths))
})

test('every sub-service named on a town page leads to a page', () => {
  const paths = allServicePages.map((page) => page.path)
  for (const town of towns) {
    expect(town.alsoHere.length).toBeGreaterThan(0)
    expect(paths).toEqual(expect.arrayContaining(town.alsoHere))
  }
})

test('fixed texts stand as specified', () => {
  expect(contact.hero.title).toBe('Get In Touch')
  expect(contact.promise).toContain('within 24 hours')
  expect(contact.cards.map((card) => card.kind)).toEqual(['phone', 'email', 'area', 'hours'])
  expect(notFound.heading).toBe('Oops! Page not found')
  expect(notFound.linkLabel).toBe('Return to Home')
  expect(home.whyChooseUs.points).toHaveLength(4)
})

test('no copy carries the demo identity', () => {
  const copy = texts({ everything, towns, home, pictures }).join('\n').toLowerCase()
  const [firstWord = ''] = demoCompany.name.toLowerCase().split(' ')
  for (const trace of [firstWord, demoCompany.phone, demoCompany.email]) {
    expect(copy).not.toContain(trace)
  }
})

test('no copy has a placeholder that nobody fills', () => {
  const filled = texts(everything).map((text) => fillIn(text, demoCompany))
  expect(filled.filter((text) => /[{}]/.test(text))).toEqual([])
})

test('a company name with dollar signs is filled in unchanged', () => {
  expect(fillIn('Ask {company}.', { ...demoCompany, name: '$& Sons' })).toBe('Ask $& Sons.')
})

/** Every string inside a value, or only those under one key. */
function texts(value: unknown, key?: string, under?: string): string[] {
  if (typeof value === 'string') return key === undefined || key === under ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, key, under))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => texts(item, key, name))
}
