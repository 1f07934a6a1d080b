import { expect, test } from 'vitest'
import { checkFirm as check } from '#content/check-firm.ts'
import { createContent } from '#content/content.ts'
import type { Documents } from '#content/documents.ts'
import { readFirm } from '#content/files/read-firm.ts'
import { dropPage, movePage } from './links.ts'
import { addService, addTown, readOutwardCodes, slugFrom } from './new-page.ts'
import { checkDocument } from './problems.ts'

const firm = new Map(readFirm('firm'))
const applied = (changes: { key: string; state: string; body: unknown }[]) => {
  const next = new Map<string, unknown>(firm)
  for (const { key, state, body } of changes) {
    if (state === 'removed') next.delete(key)
    else next.set(key, body)
  }
  return next
}
const checkFirm = (site: Map<string, unknown>) => check(site).filter(({ isHint }) => !isHint)
const bromyard = {
  ...{ name: 'Bromyard', county: 'Herefordshire', latitude: 52.19, longitude: -2.51 },
  outwardCodes: ['HR7'],
}

test('a new town is whole apart from the texts that the owner writes', () => {
  const site = applied(addTown(firm, bromyard, '2026-11-16'))
  const problems = checkDocument('towns/bromyard', site.get('towns/bromyard'))
  expect(problems.length).toBeGreaterThan(5)
  expect(problems.filter(({ message }) => !message.includes('starter'))).toEqual([])
  expect(checkFirm(site)).toEqual([])
  expect(site.get('towns')).toMatchObject({ towns: expect.arrayContaining(['bromyard']) })
})

test.each(['landscaping', undefined])('a new service in the group %s is too', (group) => {
  const site = applied(addService(firm, { name: 'Ponds', group, hasOwnOption: true }, '2026-11-16'))
  const problems = checkDocument('services/ponds', site.get('services/ponds'))
  expect(problems.filter(({ message }) => !message.includes('starter'))).toEqual([])
  expect(checkFirm(site)).toEqual([])
  expect(site.get('services/ponds')).toMatchObject({
    path: group ? '/landscaping/ponds' : '/ponds',
  })
})

test('a new town has its postcodes, and other towns have them no longer', () => {
  const site = applied(addTown(firm, { ...bromyard, outwardCodes: ['HR7', 'HR1'] }, '2026-11-16'))
  expect(site.get('coverage')).toMatchObject({ Bromyard: ['HR7', 'HR1'], Hereford: ['HR2', 'HR4'] })
  expect(site.get('towns/bromyard')).toMatchObject({ chips: ['HR7', 'HR1'] })
  const without = addTown(firm, { ...bromyard, outwardCodes: [] }, '2026-11-16')
  expect(without.map(({ key }) => key)).toEqual(['towns/bromyard', 'towns'])
})

test.each([
  ['HR7, wr6 HR7', ['HR7', 'WR6']],
  ['', []],
  ['HR7 4AA', undefined],
  ['Bromyard', undefined],
])('“%s” are the postcodes %j', (text, codes) => {
  expect(readOutwardCodes(text)).toEqual(codes)
})

test.each([
  [true, ['Domestic', 'Grounds Maintenance', 'Landscaping', 'Ponds', 'Pressure Washing', 'Other']],
  [false, ['Domestic', 'Grounds Maintenance', 'Landscaping', 'Pressure Washing', 'Other']],
])('a service in a group is a choice of its own in the forms: %s', (hasOwnOption, options) => {
  const ponds = { name: 'Ponds', group: 'landscaping', hasOwnOption }
  const site = applied(addService(firm, ponds, '2026-11-16')) as Documents
  expect(createContent(site).enquiryServices.toSorted()).toEqual(options.toSorted())
})

test.each(['towns/ledbury', 'services/patios', 'services/pressure-washing'])(
  'without %s no link leads nowhere',
  (key) => {
    const changes = dropPage(firm, key, '/about')
    expect(checkFirm(applied(changes))).toEqual([])
    const { path } = firm.get(key) as { path: string }
    expect(changes.find((change) => change.key === 'redirects')?.body).toEqual({ [path]: '/about' })
  },
)

test('a page that moves takes its links along, and old redirects lead to the new address', () => {
  const bodies = new Map([...firm, ['redirects', { '/slabs': '/landscaping/patios' }]])
  const changes = movePage(bodies, '/landscaping/patios', '/landscaping/paving')
  expect(checkFirm(applied(changes))).toEqual([])
  expect(changes.at(-1)?.body).toEqual({
    '/slabs': '/landscaping/paving',
    '/landscaping/patios': '/landscaping/paving',
  })
})

test('a page that goes leaves no redirect from an address that is only a draft', () => {
  const redirects = { '/old-bank': '/landscaping/patios' }
  const bodies = new Map([...firm, ['redirects', redirects]])
  const changes = dropPage(bodies, 'services/patios', '/about', { hasVisitors: false })
  expect(changes.at(-1)?.body).toEqual({ '/old-bank': '/about' })
})

test('a page whose address is only a draft leaves none behind', () => {
  const redirects = { '/slabs': '/landscaping/patios' }
  const bodies = new Map([...firm, ['redirects', redirects]])
  const changes = movePage(bodies, '/landscaping/patios', '/landscaping/paving', false)
  expect(changes.at(-1)?.body).toEqual({ '/slabs': '/landscaping/paving' })
})

test.each([
  ['Ledbury', false],
  [undefined, true],
])('where a town goes, %s is left', (left, isServed) => {
  const site = applied(dropPage(firm, 'towns/ledbury', '/hereford', { leftTown: left }))
  expect(Object.keys(site.get('coverage') as object).includes('Ledbury')).toBe(isServed)
})

test('a town that was never published gives back the postcodes it took', () => {
  const added = applied(addTown(firm, { ...bromyard, outwardCodes: ['WR2', 'HR7'] }, '2026-11-16'))
  const published = firm.get('coverage') as Record<string, string[]>
  expect(added.get('coverage')).not.toMatchObject({ Worcester: published.Worcester })
  const changes = dropPage(added, 'towns/bromyard', '/', { leftTown: 'Bromyard', published })
  expect(changes.find(({ key }) => key === 'coverage')?.body).toEqual(published)
})

test('a new page at an address that was given up takes it back', () => {
  const bodies = new Map([...firm, ['redirects', { '/bromyard': '/malvern', '/a': '/about' }]])
  const changes = addTown(bodies, bromyard, '2026-11-16')
  expect(changes.find(({ key }) => key === 'redirects')?.body).toEqual({ '/a': '/about' })
})

test('a path is made from a name', () => {
  expect(slugFrom('Bishop’s Frome')).toBe('bishops-frome')
  expect(slugFrom(' Café & Garden! ')).toBe('cafe-garden')
})
