import { expect, test } from 'vitest'
import { demoDocuments } from '#tools/demo-content.ts'
import { inOrderOf } from './key-order.ts'
import { withEdits } from './with-edits.ts'

test('names keep the order of the file, and new ones come after', () => {
  const model = { patios: { alt: 'a', family: 'b' }, fencing: 1, ponds: 2 }
  const stored = { new: 0, ponds: 3, patios: { family: 'b', alt: 'c' } }
  expect(JSON.stringify(inOrderOf(model, stored))).toBe(
    '{"patios":{"alt":"c","family":"b"},"ponds":3,"new":0}',
  )
  expect(inOrderOf(undefined, stored)).toBe(stored)
  expect(inOrderOf([1, 2], [2, 1])).toEqual([2, 1])
})

test('towns that were stored in another order are listed as before', () => {
  const coverage = demoDocuments.get('coverage') as Record<string, string[]>
  const body = Object.fromEntries(Object.entries(coverage).reverse())
  const { documents } = withEdits(demoDocuments, [{ key: 'coverage', state: 'edited', body }])
  expect(Object.keys(documents.get('coverage') as object)).toEqual(Object.keys(coverage))
})
