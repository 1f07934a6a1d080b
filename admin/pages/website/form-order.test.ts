import { expect, test } from 'vitest'
import { inFormOrder } from './form-order.ts'

test('problems follow the form, with “More settings” at the end', () => {
  const paths = [
    ['path'],
    ['sections', 1, 'heading'],
    ['sections', 0, 'points', 2, 'text'],
    ['sections', 0, 'heading'],
    ['hero', 'title'],
    ['title'],
    ['name'],
    ['hero'],
  ]
  const problems = paths.map((path) => ({ key: 'services/patios', path, message: 'is empty' }))
  expect(inFormOrder('services/patios', problems).map(({ path }) => path.join('/'))).toEqual([
    ...['name', 'title', 'hero', 'hero/title', 'sections/0/heading', 'sections/0/points/2/text'],
    ...['sections/1/heading', 'path'],
  ])
})
