import { expect, test } from 'vitest'
import { mentions, mentionsInJson, redact, redactJson } from './person.ts'

test.each([
  ['to Ann@X.test.', 'to (erased).'],
  ['<ann@x.test>', '<(erased)>'],
  ['joann@x.test', 'joann@x.test'],
  ['jo.ann@x.test', 'jo.ann@x.test'],
  ['ann@x.test.uk', 'ann@x.test.uk'],
  ['ann@x.testing', 'ann@x.testing'],
])('%s without ann@x.test is %s', (text, left) => {
  expect(redact(text, { email: ' ann@x.test' })).toBe(left)
})

test.each([
  ['Ring 07700 900123, please', 'Ring (erased), please'],
  ['tel:+447700900123', 'tel:(erased)'],
  ['+44 (0)7700 900-123', '(erased)'],
  ['(07700) 900123', '(erased)'],
  ['07700 900124', '07700 900124'],
  ['2026-11-15 10:00', '2026-11-15 10:00'],
])('%s without 07700 900123 is %s', (text, left) => {
  expect(redact(text, { phone: '07700900123' })).toBe(left)
})

test('what is no telephone number is looked for as it was typed', () => {
  expect(mentions('call ext. 12 now', { phone: 'ext. 12' })).toBe(true)
  expect(mentions('call ext. 13 now', { phone: 'ext. 12' })).toBe(false)
})

test('an address at the start of a line in JSON is found', () => {
  const jane = { email: 'jane@x.test' }
  const line = JSON.stringify({ after: { note: 'Write to\njane@x.test\ttoday' } })
  expect(mentionsInJson(line, jane)).toBe(true)
  expect(redactJson(line, jane)).not.toContain('jane@')
})

test.each([
  ['Since 2019 07700 900123', 'Since 2019 (erased)'],
  ['07700 900123 07700 900124', '(erased) 07700 900124'],
  ['07700 900124 07700 900123', '07700 900124 (erased)'],
])('beside other numbers: %s becomes %s', (text, left) => {
  expect(redact(text, { phone: '07700900123' })).toBe(left)
})
