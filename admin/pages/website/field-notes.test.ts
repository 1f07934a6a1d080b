import { expect, test } from 'vitest'
import { shippedLook } from '#content/look.ts'
import { notesFor } from './field-notes.ts'

test('colours that can be read have their contrast beside them', () => {
  const noteAt = notesFor('look', shippedLook)
  expect(noteAt(['onHivis'])).toBe('Contrast: on the button 12.98:1')
  expect(noteAt(['hivis'])).toBeUndefined()
  expect(notesFor('look', { deep: 'no colour' })(['deep'])).toBeUndefined()
  expect(notesFor('company', shippedLook)(['deep'])).toBeUndefined()
})
