import { describe, expect, test } from 'vitest'
import { demoCompany, demoContent, demoDocuments } from '#tools/demo-content.ts'
import { createContent } from './content.ts'
import { fillIn, fillInAll } from './fill-in.ts'
import type { Page } from './page.ts'

const { about, allPages, allServicePages, contact, footer, notFound, pictures } = demoContent
const { privacyPolicy, quoteSteps, serviceGroups, terms, towns, trustClaims } = demoContent
const sectionedPages: Page[] = [...allServicePages, contact, about, privacyPolicy, terms]
const everything = { allPages, serviceGroups, notFound, quoteSteps, trustClaims, footer }

test('every path is unique', () => {
  const paths = allPages.flatMap((page) => [page.path, ...(page.canonical ? [page.canonical] : [])])
  expect(new Set(paths).size).toBe(paths.length)
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

test('every service has three to five FAQs', () => {
  for (const { path, faqs } of allServicePages) {
    expect(faqs.length, path).toBeGreaterThanOrEqual(3)
    expect(faqs.length, path).toBeLessThanOrEqual(5)
  }
})

test('no question is asked on two pages', () => {
  const questions = allServicePages.flatMap(({ faqs }) => faqs.map(({ question }) => question))
  expect(new Set(questions).size).toBe(questions.length)
})

test('services that belong together are pages, and never the page itself', () => {
  const paths = allServicePages.map((page) => page.path)
  for (const { path, belongsWith } of allServicePages) {
    const named = belongsWith.map((reason) => reason.path)
    expect(named.length, path).toBeGreaterThanOrEqual(2)
    expect(named, path).not.toContain(path)
    expect(paths, path).toEqual(expect.arrayContaining(named))
  }
})

test('the numbers of a cutaway lie inside its picture, and apart', () => {
  for (const { path, sections } of allServicePages) {
    for (const section of sections) {
      if (section.kind !== 'cutaway') continue
      expect(section.parts.length, path).toBeLessThanOrEqual(6)
      for (const [i, { at, name }] of section.parts.entries()) {
        for (const percent of at) {
          expect(percent).toBeGreaterThan(5)
          expect(percent).toBeLessThan(95)
        }
        for (const other of section.parts.slice(i + 1)) {
          // On the narrowest phone a number is 9 % of the picture wide.
          const apart = Math.hypot(at[0] - other.at[0], (at[1] - other.at[1]) * 0.75)
          expect(apart, `${path}: ${name}, ${other.name}`).toBeGreaterThan(9)
        }
      }
    }
  }
})

test('every suggestion of the not-found page leads to a page', () => {
  const paths = allPages.map((page) => page.path)
  expect(paths).toEqual(expect.arrayContaining(notFound.suggestions.paths))
})

test('every sub-service named on a town page leads to a page', () => {
  const paths = allServicePages.map((page) => page.path)
  for (const { ground } of towns) {
    expect(ground.services.length).toBeGreaterThan(0)
    expect(paths).toEqual(expect.arrayContaining(ground.services.map(({ path }) => path)))
  }
})

test('no copy carries the demo identity', () => {
  const { company: _, ...rest } = Object.fromEntries(demoDocuments)
  const copy = texts(rest).join('\n').toLowerCase()
  const [firstWord = ''] = demoCompany.name.toLowerCase().split(' ')
  for (const trace of [firstWord, demoCompany.phone, demoCompany.email]) {
    expect(copy).not.toContain(trace)
  }
})

test('no placeholder is left, and no word of the demo company', () => {
  const content = createContent(demoDocuments, { name: 'Teme Gardens', phone: '01632 960999' })
  const text = JSON.stringify(content)
  expect(text).not.toMatch(/\{(?:company|phone|email|retention|updated)\}/)
  expect(text).toContain('Teme Gardens')
  expect(text).toContain('01632\u00a0960999')
  expect(text).not.toContain(demoCompany.name)
})

test('a page is the same page wherever it is listed', () => {
  expect(allServicePages).toContain(serviceGroups[0]?.overview)
  expect(serviceGroups[2]?.cards[0]).toBe(serviceGroups[2]?.children[0])
  expect(allPages).toContain(towns[0])
})

test('a company name with dollar signs is filled in unchanged', () => {
  const facts = { company: { ...demoCompany, name: '$& Sons' }, towns: [] }
  expect(fillIn('Ask {company}.', facts)).toBe('Ask $& Sons.')
  expect(fillInAll(['Ask {company}.'], facts)).toEqual(['Ask $& Sons.'])
})

test('a text that names the towns follows them', () => {
  const documents = new Map(demoDocuments)
  documents.set('towns', { towns: ['malvern', 'ledbury'] })
  const area = createContent(documents).contact.cards.find(({ kind }) => kind === 'area')
  expect(area?.text).toContain(': Malvern, Ledbury and the villages')
})

test('the version of the privacy notice is in its text', () => {
  expect(JSON.stringify(privacyPolicy.sections)).toContain(
    'This is the version of 18 November 2026',
  )
})

/** Every string inside a value, or only those under one key. */
function texts(value: unknown, key?: string, under?: string): string[] {
  if (typeof value === 'string') return key === undefined || key === under ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, key, under))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => texts(item, key, name))
}
