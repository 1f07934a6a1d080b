import { expect, test } from 'vitest'
import { demoDocuments } from '#tools/demo-content.ts'
import { findHints } from './hints.ts'
import type { Town } from './town.ts'

const malvern = demoDocuments.get('towns/malvern') as Town

test('the demo firm needs no advice', () => {
  expect(findHints(demoDocuments)).toEqual([])
})

test('a town that repeats another is told, and so are its title and its missing name', () => {
  const copied = new Map(demoDocuments).set('towns/bromyard', { ...malvern, name: 'Bromyard' })
  expect(findHints(copied)).toEqual([
    expect.objectContaining({ path: ['title'], message: 'is the same as that of Malvern' }),
    expect.objectContaining({ path: ['description'] }),
    expect.objectContaining({ message: 'no heading names Bromyard' }),
    expect.objectContaining({ message: '100 % of its words are those of the page on Malvern' }),
  ])
})

const noon = new Date('2026-11-20T12:00:00Z')
const announced = (dates: object) =>
  findHints(new Map(demoDocuments).set('announcement', { text: 'Snow', ...dates }), noon)

test('an announcement that is past or to come is told', () => {
  expect(announced({ until: '2026-11-19' })).toMatchObject([{ path: ['until'], isHint: true }])
  expect(announced({ from: '2026-11-21' })).toMatchObject([
    { path: ['from'], message: expect.stringContaining('before 21 November 2026') },
  ])
  expect(announced({ from: '2026-11-20', until: '2026-11-20' })).toEqual([])
})

test('a placeholder that is not closed is told', () => {
  const template = { name: 'A', subject: 'From {company}', paragraphs: ['Ring {company now'] }
  expect(findHints(new Map(demoDocuments).set('answers', { templates: [template] }))).toEqual([
    expect.objectContaining({
      path: ['templates', 0, 'paragraphs', 0],
      message: '“{company” has no closing brace: customers would read it like this',
    }),
  ])
})

const closing = (text: string) => {
  const body = { ...malvern, closing: { heading: 'Ask us', text } }
  return findHints(new Map(demoDocuments).set('towns/malvern', body))
}

test.each([
  ['See https://example.com/patios for more.', 'https://example.com/patios'],
  ['Or www.example.com, if you like.', 'www.example.com,'],
  ['Read about [patios](/landscaping/patios) first.', '[patios](/landscaping/patios)'],
  ['Our page /landscaping/patios says more.', '/landscaping/patios'],
  ['See www.a.test or www.b.test first.', 'www.a.test” and “www.b.test'],
])('a link that is typed into “%s” is told', (text, link) => {
  const message = `visitors cannot press “${link}”. Texts have no links: write where it is in the menu instead`
  expect(closing(text)).toEqual([
    { key: 'towns/malvern', path: ['closing', 'text'], message, isHint: true },
  ])
})

test.each(['Lawns and/or hedges, 24/7.', 'From £20 /m² [see below] (or more).'])(
  '“%s” has no link',
  (text) => expect(closing(text)).toEqual([]),
)

test('a hundred towns are compared while somebody types', () => {
  const many = new Map(demoDocuments)
  for (let at = 0; at < 100; at += 1) {
    const own = { heading: `Town ${at}`, paragraphs: [`Words of ${at} alone `.repeat(40)] }
    many.set(`towns/t${at}`, { ...malvern, name: `Town ${at}`, intro: own })
  }
  expect(findHints(many).length).toBeGreaterThan(100)
})

const towns = (count: number, name = 'Copy') =>
  Array.from({ length: count }, (_, at) => [`towns/copy-${at}`, { ...malvern, name }] as const)
const resembling = (problems: ReturnType<typeof findHints>) =>
  problems.filter(({ message }) => message.includes('% of its words'))

test('each of many copies is told one town that it repeats', () => {
  const copied = new Map([...demoDocuments, ...towns(60)])
  const told = resembling(findHints(copied))
  expect(told.map(({ key }) => key)).toEqual(towns(60).map(([key]) => key))
  expect(new Set(told.map(({ message }) => message)).size).toBe(1)
})

test('of several towns that resemble it the nearest is named', () => {
  const { closing, coverage, ground, whyChooseUs } = demoDocuments.get('towns/ledbury') as Town
  const half = { ...malvern, name: 'Half', ...{ closing, coverage, ground, whyChooseUs } }
  const near = new Map(demoDocuments).set('towns/half', half).set('towns/whole', malvern)
  const told = resembling(findHints(near)).find(({ key }) => key === 'towns/whole')
  expect(told?.message).toBe('100 % of its words are those of the page on Malvern')
})

test('two thousand copies are compared while somebody types', () => {
  const many = new Map([...demoDocuments, ...towns(2000)])
  const before = process.cpuUsage()
  findHints(many)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2500)
})
