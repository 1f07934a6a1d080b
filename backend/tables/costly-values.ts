// Refuses values that would take the database far longer than their length suggests: on the embedded
// engine a statement timeout costs every caller a restart.
import { refuseCostlyPattern } from './costly-pattern.ts'
import type { Operation } from './grammar/filter.ts'
import { tooComplex } from './problems.ts'

const maxNesting = 64
const maxWildcards = 20
const maxPatternLength = 1000
const maxSearchLength = 1000

export function refuseCostlyValue(operation: Operation): void {
  if (operation.kind === 'search' && operation.value.length > maxSearchLength) {
    throw tooComplex(`A text search has at most ${maxSearchLength} characters.`)
  }
  if (operation.kind === 'compare' || operation.kind === 'search') {
    if (nestingOf(operation.value) > maxNesting) {
      throw tooComplex(`Brackets in a value nest at most ${maxNesting} deep.`)
    }
  }
  if (operation.kind !== 'compare') return
  if (operation.operator === 'like' || operation.operator === 'ilike') {
    refuseCostlyWildcards(operation.value)
  }
  if (operation.operator === 'match' || operation.operator === 'imatch') {
    const { value, quantifier } = operation
    for (const pattern of quantifier ? elementsOf(value) : [value]) refuseCostlyPattern(pattern)
  }
}

/** Each text search makes the database parse every row's text. */
export const maxSearches = 2

export function isSearch(operation: Operation): boolean {
  return operation.kind === 'search'
}

export function countPatterns(operation: Operation): number {
  if (operation.kind !== 'compare' || !/like|match/.test(operation.operator)) return 0
  return operation.quantifier ? elementsOf(operation.value).length : 1
}

function refuseCostlyWildcards(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    throw tooComplex(`A pattern has at most ${maxPatternLength} characters.`)
  }
  if ((pattern.match(/[%*]+/g)?.length ?? 0) > maxWildcards) {
    throw tooComplex(`A pattern has at most ${maxWildcards} wildcards.`)
  }
}

/** The elements of an array in PostgreSQL's notation, however deep they are nested. */
function elementsOf(array: string): string[] {
  const elements = array.match(/"(?:\\.|[^"\\])*"?|(?:\\.|[^"{},\\])+/gs) ?? []
  return elements.map((element) => element.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1'))
}

function nestingOf(value: string): number {
  let depth = 0
  let deepest = 0
  for (const character of value) {
    if ('([{!'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
