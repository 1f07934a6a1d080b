import { expect, test } from 'vitest'
import { parseOrder } from './order.ts'
import { parseNames, parseSelect } from './select.ts'

test.each<[string, object[]]>([
  ['*', [{ kind: 'all' }]],
  ['', []],
  ['id', [{ field: { name: 'id', path: [] }, alias: undefined, cast: undefined }]],
  ['a:id::text', [{ field: { name: 'id' }, alias: 'a', cast: 'text' }]],
  ['id::double precision', [{ cast: 'double precision' }]],
  ['with-dash, "a,b"', [{ field: { name: 'with-dash' } }, { field: { name: 'a,b' } }]],
  [
    'data->a->>0',
    [
      {
        field: {
          path: [
            { arrow: '->', key: 'a' },
            { arrow: '->>', key: 0 },
          ],
        },
      },
    ],
  ],
  ['data->-1', [{ field: { path: [{ arrow: '->', key: -1 }] } }]],
  ['data->1a', [{ field: { path: [{ arrow: '->', key: '1a' }] } }]],
  ['rel(*)', [{ kind: 'embed', relation: 'rel', select: [{ kind: 'all' }], isInner: false }]],
  ['rel()', [{ kind: 'embed', relation: 'rel', select: [] }]],
  ['x:rel!fk!inner(a)', [{ relation: 'rel', alias: 'x', hint: 'fk', isInner: true }]],
  ['rel!left(a)', [{ relation: 'rel', hint: undefined, isInner: false }]],
  ['...rel(a)', [{ relation: 'rel', isSpread: true }]],
  ['a(b(c),d),e', [{ select: [{ select: [{}] }, {}] }, {}]],
])('select=%s is read', (text, expected) => {
  const selected = parseSelect(text)
  expect(selected).toMatchObject(expected)
  expect(selected).toHaveLength(expected.length)
})

test.each([
  ['id,', 'column 4'],
  ['id,,a', 'column 4'],
  ['rel(', 'column 5'],
  ['rel(a', 'column 6'],
  ['rel)', 'column 4'],
  ['a b:c:d', 'column 6'],
  ['id::', 'column 5'],
  ["id'x", 'column 3'],
  ['data->', 'column 7'],
  ['rel!(a)', 'column 5'],
  ['...rel', 'column 7'],
  ['"open', 'column 6'],
])('select=%s is refused at %s', (text, column) => {
  expect(() => parseSelect(text)).toThrow(`(line 1, ${column})`)
})

test.each<[string, object[]]>([
  ['id', [{ field: { name: 'id' }, direction: undefined, nulls: undefined }]],
  ['id.desc.nullslast,name.asc', [{ direction: 'desc', nulls: 'last' }, { direction: 'asc' }]],
  ['id.nullsfirst', [{ direction: undefined, nulls: 'first' }]],
  ['rel(name).desc', [{ relation: 'rel', field: { name: 'name' }, direction: 'desc' }]],
  ['data->>a.desc', [{ field: { path: [{ key: 'a' }] }, direction: 'desc' }]],
])('order=%s is read', (text, expected) => {
  expect(parseOrder(text)).toMatchObject(expected)
})

test.each(['id.up', 'id.descc', 'id.asc.desc', 'id.nullslast.asc', 'rel(a,b)', 'id,', 'id..asc'])(
  'order=%s is refused',
  (text) => {
    expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  },
)

test('names are read with commas between them', () => {
  expect(parseNames('columns', 'id,"a,b", c')).toEqual(['id', 'a,b', 'c'])
  expect(() => parseNames('columns', 'id,;')).toThrow('failed to parse columns parameter')
})

test('a path into JSON has a length that the engine can nest', () => {
  expect(() => parseSelect(`data${'->a'.repeat(20)}`)).not.toThrow()
  expect(() => parseSelect(`data${'->a'.repeat(21)}`)).toThrow('too complex')
})
