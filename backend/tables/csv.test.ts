import { expect, test } from 'vitest'
import { csvLine, parseCsv } from './csv.ts'

test('quotes keep commas, line ends and quotes', () => {
  expect(parseCsv('a,b\n"x,1","y ""z""\nw"\r\n')).toEqual([{ a: 'x,1', b: 'y "z"\nw' }])
})

test('the word NULL is null and nothing is an empty text', () => {
  expect(parseCsv('a,b,c\nNULL,,x')).toEqual([{ a: null, b: '', c: 'x' }])
})

test('a comma at the very end opens one more cell', () => {
  expect(parseCsv('a,b\n1,')).toEqual([{ a: '1', b: '' }])
})

test.each([[''], ['a,b\n1'], ['a,b\n1,2,3'], ['a\n"open'], ['a\n"x"y']])(
  '%j is refused',
  (text) => {
    expect(() => parseCsv(text)).toThrow(expect.objectContaining({ code: 'PGRST102' }))
  },
)

test('a line quotes what needs it', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng'])).toBe('a,"b,c","d""e","f\ng"')
})
