import { expect, test } from 'vitest'
import { csvLine, parseCsv } from './csv.ts'

const limit = 1_000_000

test('quotes keep commas, line ends and quotes', () => {
  expect(parseCsv('a,b\n"x,1","y ""z""\nw"\r\n', limit)).toEqual([{ a: 'x,1', b: 'y "z"\nw' }])
})

test('the word NULL is null and nothing is an empty text', () => {
  expect(parseCsv('a,b,c\nNULL,,x', limit)).toEqual([{ a: null, b: '', c: 'x' }])
})

test('a comma at the very end opens one more cell', () => {
  expect(parseCsv('a,b\n1,', limit)).toEqual([{ a: '1', b: '' }])
})

test.each([[''], ['a,b\n1'], ['a,b\n1,2,3'], ['a\n"open'], ['a\n"x"y']])(
  '%j is refused',
  (text) => {
    expect(() => parseCsv(text, limit)).toThrow(expect.objectContaining({ code: 'PGRST102' }))
  },
)

test('a line quotes what needs it', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng'])).toBe('a,"b,c","d""e","f\ng"')
})

test('a long name over many lines is refused before it is written out', () => {
  const text = `${'n'.repeat(26_000)}\n${'a\n'.repeat(20_000)}`
  expect(() => parseCsv(text, limit)).toThrow('too large')
})
