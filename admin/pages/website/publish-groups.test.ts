import { expect, test } from 'vitest'
import { readFirm } from '#content/files/read-firm.ts'
import { movePage } from './links.ts'
import { groupChanges } from './publish-groups.ts'
import type { SiteDocument } from './site.ts'

const firm = new Map(readFirm('firm'))

/** The documents that a draft changes. */
function drafts(bodies: Iterable<readonly [string, unknown]>): SiteDocument[] {
  return [...bodies].map(([key, body]) => ({
    ...{ key, shipped: firm.get(key) ?? null, published: null },
    draft: { state: 'edited', body, revision: 1, updated_by: null, updated_by_name: null },
  })) as unknown as SiteDocument[]
}

test('the texts that follow a page to its new address are one line', () => {
  const moved = movePage(firm, '/landscaping/patios', '/landscaping/paving')
  const bodies = new Map(moved.map(({ key, body }) => [key, body]))
  const home = firm.get('pages/home') as object
  const groups = groupChanges(drafts([...bodies, ['pages/home', { ...home, title: 'Gardens' }]]))
  expect(groups.map(({ name }) => name).sort()).toEqual(['Home', 'Links to it', 'Patios'])
  const links = groups.find(({ name }) => name === 'Links to it')
  expect(links?.keys).toContain('redirects')
  expect(links?.keys).toHaveLength(bodies.size - (bodies.has('pages/home') ? 2 : 1))
  expect(links?.lines.at(-1)).toBe(
    'Visitors of /landscaping/patios are sent to /landscaping/paving',
  )
})

test('without a page that moves every text is listed by itself', () => {
  const company = { ...(firm.get('company') as object), phone: '01632 960999' }
  expect(groupChanges(drafts([['company', company]]))).toMatchObject([
    { keys: ['company'], name: 'Name and contact details' },
  ])
})
