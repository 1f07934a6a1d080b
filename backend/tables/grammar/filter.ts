// Filters: `eq.5`, `not.in.(1,2)`, `fts(english).lawn`, and trees of them under `and` and `or`.
import { tooComplex } from '../problems.ts'
import { type Field, parseField } from './field.ts'
import { Scanner } from './scanner.ts'

/** The SQL operator of each comparison; the quantified ones also take `(any)` and `(all)`. */
export const plainComparisons = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
} as const
export const quantifiedComparisons = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const
export const textSearches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
const isValues = ['null', 'not_null', 'unknown', 'true', 'false'] as const

export type Comparison = keyof typeof plainComparisons | keyof typeof quantifiedComparisons
export type TextSearch = keyof typeof textSearches
export type IsValue = (typeof isValues)[number]

export type Operation =
  | { kind: 'compare'; operator: Comparison; quantifier: 'any' | 'all' | undefined; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'search'; operator: TextSearch; language: string | undefined; value: string }

export interface Filter {
  kind: 'filter'
  field: Field
  isNegated: boolean
  operation: Operation
}

export interface Logic {
  kind: 'logic'
  isNegated: boolean
  operator: 'and' | 'or'
  conditions: Condition[]
}

export type Condition = Filter | Logic

const maxDepth = 20
const maxConditions = 200

/** The value of `column=…`: everything after the operator belongs to it. */
export function parseOperation(text: string): Pick<Filter, 'isNegated' | 'operation'> {
  const scanner = new Scanner(`filter (${text})`, text)
  const parsed = readOperation(scanner, () => scanner.takeRest())
  scanner.skipSpaces()
  scanner.expectEnd()
  return parsed
}

/** The value of `and=…` or `or=…`; `isNegated` for `not.and` and `not.or`. */
export function parseLogic(operator: 'and' | 'or', isNegated: boolean, text: string): Logic {
  // PostgREST counts error columns including the operator, which is in the parameter's name.
  const prefix = `${isNegated ? 'not.' : ''}${operator}`
  const scanner = new Scanner(`logic tree (${text})`, prefix + text)
  scanner.expect(prefix)
  const logic = { kind: 'logic' as const, isNegated, operator, conditions: readTree(scanner) }
  scanner.expectEnd()
  return logic
}

/** Whether the value is a filter rather than a function argument. */
export function looksLikeFilter(text: string): boolean {
  const word = /^(?:not\.)?([a-z]+)(?:\([a-z_]+\))?\./.exec(text)?.[1] ?? ''
  return isComparison(word) || isTextSearch(word) || word === 'in' || word === 'is'
}

function readTree(scanner: Scanner): Condition[] {
  let count = 0
  function readConditions(depth: number): Condition[] {
    if (depth > maxDepth) throw tooComplex(`Conditions are nested at most ${maxDepth} deep.`)
    scanner.skipSpaces()
    scanner.expect('(')
    const conditions: Condition[] = []
    do {
      count += 1
      if (count > maxConditions) throw tooComplex(`There are at most ${maxConditions} conditions.`)
      scanner.skipSpaces()
      conditions.push(readCondition(depth))
      scanner.skipSpaces()
    } while (scanner.take(','))
    scanner.expect(')')
    scanner.skipSpaces()
    return conditions
  }
  function readCondition(depth: number): Condition {
    const word = scanner.takeMatch(/(not\.)?(and|or)(?=\s*\()/)
    if (word !== undefined) {
      const operator = word.endsWith('and') ? 'and' : 'or'
      const isNegated = word.startsWith('not.')
      return { kind: 'logic', isNegated, operator, conditions: readConditions(depth + 1) }
    }
    const field = parseField(scanner)
    scanner.expect('.')
    return { kind: 'filter', field, ...readOperation(scanner, () => readValueInTree(scanner)) }
  }
  return readConditions(0)
}

function readOperation(
  scanner: Scanner,
  readValue: () => string,
): Pick<Filter, 'isNegated' | 'operation'> {
  const isNegated = scanner.take('not.')
  const operator = scanner.takeMatch(/[a-z]+(?=[.(])/y)
  if (operator === undefined) scanner.fail('expecting "not" or operator (eq, gt, ...)')
  if (operator === 'in' && scanner.take('.')) {
    return { isNegated, operation: { kind: 'in', values: readList(scanner) } }
  }
  if (operator === 'is' && scanner.take('.')) {
    return { isNegated, operation: { kind: 'is', value: readIsValue(scanner) } }
  }
  if (isTextSearch(operator)) {
    const language = scanner.take('(') ? scanner.takeName() : undefined
    if (language !== undefined) scanner.expect(')')
    scanner.expect('.')
    return { isNegated, operation: { kind: 'search', operator, language, value: readValue() } }
  }
  if (!isComparison(operator)) scanner.failWith(`unknown single value operator ${operator}`)
  let quantifier: 'any' | 'all' | undefined
  if (Object.hasOwn(quantifiedComparisons, operator)) {
    quantifier = scanner.take('(any)') ? 'any' : scanner.take('(all)') ? 'all' : undefined
  }
  scanner.expect('.')
  return { isNegated, operation: { kind: 'compare', operator, quantifier, value: readValue() } }
}

function readIsValue(scanner: Scanner): IsValue {
  const word = scanner.takeMatch(/[A-Za-z_]+/)?.toLowerCase()
  const value = isValues.find((candidate) => candidate === word)
  return value ?? scanner.failWith('expecting null or trilean value (unknown, true, false)')
}

function readList(scanner: Scanner): string[] {
  scanner.skipSpaces()
  scanner.expect('(')
  const values: string[] = []
  if (scanner.take(')')) return values
  do values.push(readQuotedValue(scanner) ?? scanner.takeUntil(',)'))
  while (scanner.take(','))
  scanner.expect(')')
  scanner.skipSpaces()
  return values
}

function readValueInTree(scanner: Scanner): string {
  return (
    readQuotedValue(scanner) ?? scanner.takeMatch(/\{[^{}]*\}(?=[,)])/) ?? scanner.takeUntil(',)')
  )
}

/** A quoted value, if the closing quote ends it. */
function readQuotedValue(scanner: Scanner): string | undefined {
  if (!scanner.startsWith('"')) return undefined
  return scanner.try(() => {
    const value = scanner.takeQuoted()
    return scanner.isAtEnd || scanner.startsWith(',') || scanner.startsWith(')') ? value : undefined
  })
}

function isComparison(word: string): word is Comparison {
  return Object.hasOwn(plainComparisons, word) || Object.hasOwn(quantifiedComparisons, word)
}

function isTextSearch(word: string): word is TextSearch {
  return Object.hasOwn(textSearches, word)
}
