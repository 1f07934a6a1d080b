import { expect, test } from 'vitest'
import { bind, identifier, list, render, sql } from './sql.ts'

test('values are numbered in the order in which they stand', () => {
  const inner = sql`b = ${bind('two')} or b = ${bind(3)}`
  expect(render(sql`select ${bind('one')} where (${inner}) limit ${bind(4)}`)).toEqual({
    text: 'select $1 where (b = $2 or b = $3) limit $4',
    values: ['one', 'two', 3, 4],
  })
})

test('a quote in an identifier does not end it', () => {
  expect(render(identifier({ name: 'a"b' })).text).toBe('"a""b"')
})

test('a list has commas between its parts and may be empty', () => {
  expect(render(list([bind(1), bind(2)])).text).toBe('$1, $2')
  expect(render(list([])).text).toBe('')
})

test('text with a dollar sign stays text', () => {
  expect(render(sql`select ${bind('$1')}, '$9'`)).toEqual({
    text: "select $1, '$9'",
    values: ['$1'],
  })
})
