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
