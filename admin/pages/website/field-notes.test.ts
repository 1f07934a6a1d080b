import { expect, test } from 'vitest'
import { shippedLook } from '#content/look.ts'
import { notesFor } from './field-notes.ts'

test('colours that can be read have their contrast beside them', () => {
  const noteAt = notesFor('look', shippedLook)
  expect(noteAt(['onHivis'])).toBe('Easy to read, by contrast: on the button 12.98:1')
  expect(noteAt(['hivis'])).toBeUndefined()
  expect(notesFor('look', { deep: 'no colour' })(['deep'])).toBeUndefined()
  expect(notesFor('company', shippedLook)(['deep'])).toBeUndefined()
})

test('words in braces have their meaning beside them, once', () => {
  const noteAt = notesFor('pages/home', {
    text: 'Ring {phone}, {nonsense} or {phone}.',
    none: 'Ring us.',
  })
  expect(noteAt(['text'])).toBe('{phone} shows the telephone number')
  expect(noteAt(['none'])).toBeUndefined()
})
