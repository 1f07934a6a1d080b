import { describe, expect, test } from 'vitest'
import { looksLikeFilter, parseLogic, parseOperation } from './filter.ts'

describe('an operation', () => {
  test.each<[string, object]>([
    ['eq.5', { isNegated: false, operation: { kind: 'compare', operator: 'eq', value: '5' } }],
    ['eq.', { isNegated: false, operation: { kind: 'compare', operator: 'eq', value: '' } }],
    ['eq.a.b,(c)"', { operation: { kind: 'compare', operator: 'eq', value: 'a.b,(c)"' } }],
    ['not.eq.5', { isNegated: true, operation: { kind: 'compare', operator: 'eq', value: '5' } }],
    ['like(any).{a,b}', { operation: { operator: 'like', quantifier: 'any', value: '{a,b}' } }],
    ['in.(1,2)', { operation: { kind: 'in', values: ['1', '2'] } }],
    ['in.("a,b","c\\"d",e f)', { operation: { kind: 'in', values: ['a,b', 'c"d', 'e f'] } }],
    ['in.("a"b,c)', { operation: { kind: 'in', values: ['"a"b', 'c'] } }],
    ['in.()', { operation: { kind: 'in', values: [] } }],
    ['is.NULL', { operation: { kind: 'is', value: 'null' } }],
    ['fts(french).amusant', { operation: { kind: 'search', operator: 'fts', language: 'french' } }],
    ['wfts.a or b', { operation: { operator: 'wfts', language: undefined, value: 'a or b' } }],
  ])('%s is read', (text, expected) => {
    expect(parseOperation(text)).toMatchObject(expected)
  })

  test.each<[string, string, string]>([
    ['', 'column 1', 'unexpected end of input expecting "not" or operator (eq, gt, ...)'],
    ['5', 'column 1', 'unexpected "5" expecting "not" or operator (eq, gt, ...)'],
    ['noop.0', 'column 5', 'unknown single value operator noop'],
    ['constructor.0', 'column 12', 'unknown single value operator constructor'],
    ['in.1,2', 'column 4', 'unexpected "1" expecting "("'],
    ['in.(1', 'column 6', 'unexpected end of input expecting ")"'],
    ['in.(1)2', 'column 7', 'unexpected "2" expecting end of input'],
    ['is.maybe', 'column 9', 'expecting null or trilean value (unknown, true, false)'],
    ['neq(any).{1}', 'column 4', 'unexpected "(" expecting "."'],
  ])('%s is refused at %s', (text, column, details) => {
    expect(() => parseOperation(text)).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        message: `"failed to parse filter (${text})" (line 1, ${column})`,
        details,
      }),
    )
  })
})

describe('a tree of conditions', () => {
  test('nests and negates', () => {
    const tree = parseLogic('or', true, '(id.eq.1, not.and(a->>b.is.null,c.not.in.(1,2)))')
    expect(tree).toMatchObject({
      operator: 'or',
      isNegated: true,
      conditions: [
        { kind: 'filter', field: { name: 'id', path: [] } },
        {
          kind: 'logic',
          operator: 'and',
          isNegated: true,
          conditions: [
            { field: { name: 'a', path: [{ arrow: '->>', key: 'b' }] } },
            { field: { name: 'c' }, isNegated: true, operation: { values: ['1', '2'] } },
          ],
        },
      ],
    })
  })

  test('takes quoted values and arrays whole', () => {
    const { conditions } = parseLogic('and', false, '(a.eq."x,y)",b.cs.{1,2},c.eq.{"a":1})')
    expect(conditions).toMatchObject([
      { operation: { value: 'x,y)' } },
      { operation: { value: '{1,2}' } },
      { operation: { value: '{"a":1}' } },
    ])
  })

  test('may have a column called like an operator', () => {
    const { conditions } = parseLogic('or', false, '(or.eq.1,not.eq.2,and.is.null)')
    expect(conditions.map((condition) => 'field' in condition && condition.field.name)).toEqual([
      'or',
      'not',
      'and',
    ])
  })

  test.each([['()'], ['id.eq.1'], ['(id.eq.1'], ['(id.eq.1))'], ['(id)'], ['(xor(id.eq.1))']])(
    '%s is refused',
    (text) => {
      expect(() => parseLogic('and', false, text)).toThrow(
        expect.objectContaining({ code: 'PGRST100' }),
      )
    },
  )
})

test.each([
  ['eq.1', true],
  ['not.in.(1)', true],
  ['fts(english).x', true],
  ['like(any).{a}', true],
  ['plain', false],
  ['3.14', false],
  ['e.g.', false],
])('%s looks like a filter: %s', (text, expected) => {
  expect(looksLikeFilter(text)).toBe(expected)
})
