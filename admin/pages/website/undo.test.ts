import { expect, test } from 'vitest'
import { isUndo, undoOf } from './undo.ts'

const published = { id: 2, summary: ['Patios: Questions: added'] }
const before = { id: 1, summary: ['Company: Telephone number'] }

test('the last publication is undone, and brought back by undoing that', () => {
  expect(isUndo(published)).toBe(false)
  const undone = undoOf([published, before])
  expect(undone).toMatchObject({ version: 1, summary: ['Undone: Patios: Questions: added'] })
  expect(undone.message).toContain('as it was before')
  const latest = { id: 3, summary: undone.summary }
  expect(isUndo(latest)).toBe(true)
  const back = undoOf([latest, published, before])
  expect(back).toMatchObject({ version: 2, summary: ['Brought back: Patios: Questions: added'] })
  expect(back.message).toContain('see it again')
  expect(isUndo({ id: 4, summary: back.summary })).toBe(false)
})

test('before the first publication is the site as shipped', () => {
  expect(undoOf([before]).version).toBe(0)
})
