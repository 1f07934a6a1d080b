import { expect, test } from 'vitest'
import { pageShowing } from './picture-page.ts'

const bodies = new Map<string, unknown>([
  ['pages/home', { path: '/', picture: 'meadow', services: { cards: [{ picture: 'patios' }] } }],
  ['services/patios', { path: '/landscaping/patios', picture: 'patios' }],
  ['services/fencing', { path: '/fencing', picture: 'fence', sections: [{ before: 'old-fence' }] }],
  ['pictures', { patios: { alt: 'A patio' }, spare: { alt: 'Spare' } }],
])

test('a picture is previewed on the page that it opens, or on one that shows it', () => {
  expect(pageShowing(bodies, 'patios')).toBe('/landscaping/patios')
  expect(pageShowing(bodies, 'old-fence')).toBe('/fencing')
  expect(pageShowing(bodies, 'spare')).toBeUndefined()
})
