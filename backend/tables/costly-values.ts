// Refuses values that would keep the database busy far beyond their length, before they reach it:
// on the embedded engine a statement that runs into its time limit costs everybody a restart.
import type { Operation } from './grammar/filter.ts'
import { tooMuch } from './problems.ts'

const maxNesting = 64
const maxWildcards = 20
const maxPatternLength = 200
const maxRepetition = 100
const maxSearchLength = 1000

export function refuseCostlyValue(operation: Operation): void {
  if (operation.kind === 'search' && operation.value.length > maxSearchLength) {
    throw tooMuch(`A text search has at most ${maxSearchLength} characters.`)
  }
  if (operation.kind === 'compare' || operation.kind === 'search') {
    if (nestingOf(operation.value) > maxNesting) {
      throw tooMuch(`Brackets in a value nest at most ${maxNesting} deep.`)
    }
  }
  if (operation.kind !== 'compare') return
  if (operation.operator === 'like' || operation.operator === 'ilike') {
    refuseCostlyWildcards(operation.value)
  }
  if (operation.operator === 'match' || operation.operator === 'imatch') {
    refuseCostlyPattern(operation.value)
  }
}

/** How many patterns and text searches one request may hold: each reads every text in full. */
export const maxPatterns = 10

export function isPattern(operation: Operation): boolean {
  if (operation.kind === 'search') return true
  return operation.kind === 'compare' && /like|match/.test(operation.operator)
}

function refuseCostlyWildcards(pattern: string): void {
  if ((pattern.match(/[%*]+/g)?.length ?? 0) > maxWildcards) {
    throw tooMuch(`A pattern has at most ${maxWildcards} wildcards.`)
  }
}

function refuseCostlyPattern(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    throw tooMuch(`A regular expression has at most ${maxPatternLength} characters.`)
  }
  // PostgreSQL matches in linear time, except for back-references; and it writes counted repetitions
  // out in full, nested ones multiplied.
  if (/\\[1-9]/.test(pattern)) throw tooMuch('Back-references are not available.')
  const counts = [...pattern.matchAll(/\{(\d*),?(\d*)\}?/g)].map(([, from, to]) =>
    Math.max(1, Number(from), Number(to)),
  )
  if (counts.reduce((product, count) => product * count, 1) > maxRepetition) {
    throw tooMuch(`Counted repetitions multiply to at most ${maxRepetition}.`)
  }
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
