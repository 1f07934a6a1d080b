import { expect, test } from 'vitest'
import { toMessage } from './errors.ts'

const fallback = 'Failed to save note'
const read = (code: string, message: string) => toMessage({ code, message }, fallback)

test('no name of a table or column reaches a user', () => {
  const refusals = [
    ['42501', 'permission denied for table enquiry_notes'],
    ['42501', 'new row violates row-level security policy for table "enquiry_notes"'],
    ['23514', 'new row for relation "enquiries" violates check constraint "enquiries_phone_check"'],
    ['23505', 'duplicate key value violates unique constraint "saved_views_name"'],
    ['23503', 'insert on table "enquiry_notes" violates foreign key constraint "enquiry"'],
    ['42703', 'column enquiries.colour does not exist'],
    ['PGRST204', "Could not find the 'colour' column of 'enquiries' in the schema cache"],
    ['PGRST116', 'Cannot coerce the result to a single JSON object'],
  ] as const
  for (const [code, message] of refusals) {
    expect(read(code, message)).not.toMatch(/enquir|saved_views|column|JSON|constraint/)
  }
})

test('what the database says to people is shown', () => {
  expect(read('P0001', 'The last administrator cannot be removed')).toMatch(/^The last/)
  expect(read('PT409', 'This can no longer be undone')).toBe('This can no longer be undone')
  expect(read('23514', 'This enquiry was erased')).toBe('This enquiry was erased')
  expect(read('weak_password', 'Choose a longer one')).toBe('Choose a longer one')
})
