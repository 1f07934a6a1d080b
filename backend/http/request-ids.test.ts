import { expect, test } from 'vitest'
import { requestIds } from './request-ids.ts'

const proxied = '4f9c2b7e0d6a4b2f9e1c3a5d7b8f6e21'

test('a trusted proxy names the request', () => {
  expect(requestIds(1)(proxied)).toBe(proxied)
})

test('without a trusted proxy the header is ignored', () => {
  expect(requestIds(0)(proxied)).toMatch(/^[0-9a-f]{8}-1$/)
})

test.each([
  ['nothing', undefined],
  ['an empty one', ''],
  ['too short', '1234567'],
  ['too long', 'a'.repeat(65)],
  ['markup', '<script>alert(1)</script>'],
  ['a line break', 'abcdefgh\nijkl'],
  ['two of them', 'abcdefgh, ijklmnop'],
  ['a list', ['abcdefgh']],
])('an id that is %s is replaced', (_, header) => {
  expect(requestIds(1)(header)).toMatch(/^[0-9a-f]{8}-1$/)
})
