import { expect, test } from 'vitest'
import { readFirm } from '#content/files/read-firm.ts'
import { type Change, dropPage, movePage } from './links.ts'
import { addTown, type NewTown } from './new-page.ts'
import { groupChanges, summaryOf } from './publish-groups.ts'
import type { SiteDocument } from './site.ts'

const firm = new Map(readFirm('firm'))

/** The documents that drafts change. */
function drafts(changes: readonly Change[]): SiteDocument[] {
  return changes.map(({ key, state, body }) => ({
    ...{ key, shipped: firm.get(key) ?? null, published: null },
    draft: { state, body, revision: 1, updated_by: null, updated_by_name: null },
  })) as unknown as SiteDocument[]
}

const withBromyard = (more: Partial<NewTown> = {}) =>
  addTown(
    firm,
    {
      ...{ name: 'Bromyard', county: 'Herefordshire', latitude: 52.19, longitude: -2.51 },
      outwardCodes: ['HR7'],
      ...more,
    },
    '2026-11-16',
  )

const phone: Change = {
  ...{ key: 'company', state: 'edited' },
  body: { ...(firm.get('company') as object), phone: '01632 960999' },
}

test('a page that moves is one entry with the links that follow it', () => {
  const moved = movePage(firm, '/landscaping/patios', '/landscaping/paving')
  const [patios, company, ...more] = groupChanges(drafts([phone, ...moved]))
  expect(more).toEqual([])
  expect(company).toMatchObject({ keys: ['company'], name: 'Name and contact details' })
  expect(patios?.name).toBe('Patios')
  expect(new Set(patios?.keys)).toEqual(new Set(moved.map(({ key }) => key)))
  expect(patios?.lines).toEqual([
    'Address of the page: /landscaping/patios → /landscaping/paving',
    expect.stringMatching(/^The links in .+ and \d+ others follow$/),
    'Visitors of /landscaping/patios are sent to /landscaping/paving',
  ])
})

test('a text that was changed otherwise too is listed by itself', () => {
  const moved = movePage(firm, '/landscaping/patios', '/landscaping/paving')
  const other = moved.find(({ key }) => key.startsWith('services/') && key !== 'services/patios')
  const changes = moved.map((change) =>
    change === other ? { ...change, body: { ...(change.body as object), title: 'New' } } : change,
  )
  expect(
    groupChanges(drafts(changes))
      .map(({ keys }) => keys)
      .slice(1),
  ).toEqual([[other?.key]])
})

test.each([
  ['of its own', ['HR7']],
  ['that were Worcester’s', ['WR2']],
])('a new town comes with its place in the list and postcodes %s', (_whose, outwardCodes) => {
  const added = drafts(withBromyard({ outwardCodes }))
  expect(groupChanges(added)).toMatchObject([{ name: 'Bromyard' }])
  expect(summaryOf(added)[0]).toBe('Bromyard: New page')
})

test('an unfinished town does not hold back a removed service', () => {
  const removed = dropPage(firm, 'services/gritting', '/grounds-maintenance')
  const groups = groupChanges(drafts([...withBromyard(), ...removed]))
  expect(groups.map(({ name }) => name)).toEqual(['Bromyard', 'Gritting'])
  expect(groups[1]?.keys).toContain('redirects')
})

test('what follows from a town and from a service binds them together', () => {
  const moved = movePage(firm, '/landscaping/patios', '/landscaping/paving')
  const town = { ...(firm.get('towns/malvern') as object), path: '/great-malvern' }
  const redirects = { '/landscaping/patios': '/landscaping/paving', '/malvern': '/great-malvern' }
  const changes = moved.map((change) =>
    change.key === 'redirects' ? { ...change, body: redirects } : change,
  )
  const [group] = groupChanges(
    drafts([...changes, { key: 'towns/malvern', state: 'edited', body: town }]),
  )
  expect(group?.keys).toEqual(expect.arrayContaining(['towns/malvern', 'services/patios']))
})

test('a redirect that goes is told', () => {
  const [redirects] = drafts([{ key: 'redirects', state: 'edited', body: { '/b': '/malvern' } }])
  const published = { state: 'edited', body: { '/old': '/about' } }
  const moved = drafts(movePage(firm, '/malvern', '/great-malvern')).filter(
    ({ key }) => key !== 'redirects',
  )
  const [group] = groupChanges([...moved, { ...redirects, published } as unknown as SiteDocument])
  expect(group?.lines).toContain('Visitors of /old are no longer sent to /about')
})

test('other postcodes are not those of the new town', () => {
  const changes = withBromyard().map((change) =>
    change.key === 'coverage' ? { ...change, body: { Bromyard: ['HR7'] } } : change,
  )
  expect(groupChanges(drafts(changes)).map(({ name }) => name)).toEqual([
    'Bromyard',
    'Postcodes served',
  ])
})

test('a removed town takes its redirect along, and two pages are named', () => {
  const removed = dropPage(firm, 'towns/pershore', '/evesham', { leftTown: 'Pershore' })
  const [group, ...more] = groupChanges(drafts(removed))
  expect(more).toEqual([])
  expect(group?.lines).toContain('Removed')
  expect(group?.lines).toContain('Visitors of /pershore are sent to /evesham')
  const both = [...removed, { key: 'towns/ledbury', state: 'removed', body: null } as const]
  expect(groupChanges(drafts(both))[0]?.name).toBe('Pershore and Ledbury')
  expect(summaryOf(drafts(both))[0]).toBe('Pershore: Removed')
})
