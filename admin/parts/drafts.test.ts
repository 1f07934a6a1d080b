import { expect, test } from 'vitest'
import { readFields } from './drafts.ts'

const start = { name: '', minutes: 45, is_answered: false }

test('what was kept stands in the fields', () => {
  const kept = JSON.stringify({ name: 'Ivy', minutes: 90, is_answered: true })
  expect(readFields(kept, start)).toEqual({ name: 'Ivy', minutes: 90, is_answered: true })
})

test('a draft of an earlier form gives what the form still has', () => {
  const kept = JSON.stringify({ name: 'Ivy', minutes: 'an hour', phone: '01632 960456' })
  expect(readFields(kept, start)).toEqual({ name: 'Ivy', minutes: 45, is_answered: false })
})

test('a damaged draft is an empty form', () => {
  for (const kept of ['', '{', 'null', '"Ivy"', '7']) expect(readFields(kept, start)).toEqual(start)
})
