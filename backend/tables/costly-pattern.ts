// Refuses regular expressions that PostgreSQL is slow to compile or to match. Matching is usually
// linear, but not with back-references or lookaround; and compiling expands repetitions, which a few
// nested ones, or repeated anchors, make endless: ((\y)*){10} takes minutes. Ordinary searches need
// none of these.
import { tooComplex } from './problems.ts'

const maxLength = 200
/** Limit on atoms after expanding counted repetitions. */
const maxExpandedAtoms = 100

/** A part that a quantifier can follow. */
interface Atom {
  /** False where repeating it would nest repetitions or repeat an anchor. */
  isRepeatable: boolean
  size: number
}

export function refuseCostlyPattern(pattern: string): void {
  if (pattern.length > maxLength) {
    throw tooComplex(`A regular expression has at most ${maxLength} characters.`)
  }
  if (pattern.startsWith('***'))
    throw tooComplex('Directors of regular expressions are not available.')
  let total = 0
  let last: Atom | undefined
  const groups: Atom[] = [{ isRepeatable: true, size: 0 }]
  const group = () => groups.at(-1) as Atom
  const add = (atom: Atom) => {
    last = atom
    group().size += atom.size
    group().isRepeatable &&= atom.isRepeatable
  }

  for (const { kind, times } of tokens(pattern)) {
    if (kind === 'open') {
      groups.push({ isRepeatable: true, size: 0 })
    } else if (kind === 'close') {
      // The database refuses an unmatched parenthesis.
      if (groups.length > 1) add(groups.pop() as Atom)
    } else if (kind === 'quantifier') {
      if (!last?.isRepeatable) throw tooComplex('Repetitions of repetitions are not available.')
      total += last.size * times
      add({ isRepeatable: false, size: 0 })
    } else if (kind !== 'branch') {
      total += 1
      add({ isRepeatable: kind === 'character', size: 1 })
    }
    if (total > maxExpandedAtoms) {
      throw tooComplex(`Written out, a regular expression has at most ${maxExpandedAtoms} parts.`)
    }
  }
}

interface Token {
  kind: 'open' | 'close' | 'branch' | 'quantifier' | 'anchor' | 'character'
  /** How often the quantifier repeats the atom before it. */
  times: number
}

/** https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS */
const grammar: [Token['kind'] | undefined, RegExp][] = [
  [undefined, /\\[1-9]|\[\[:[<>]:\]\]|\((?=\?(?!:))/y],
  ['anchor', /[\^$]|\\[AmMyYZ]/y],
  ['character', /\\c.|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|\[\.[^\]]+\.\]|\[=[^\]]+=\]|[^\]\\])*\]/suy],
  ['open', /\((?:\?:)?/y],
  ['close', /\)/y],
  ['branch', /\|/y],
  ['quantifier', /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y],
  ['character', /./suy],
]

function* tokens(pattern: string): Generator<Token> {
  let position = 0
  while (position < pattern.length) {
    for (const [kind, expression] of grammar) {
      expression.lastIndex = position
      const [text] = expression.exec(pattern) ?? []
      if (text === undefined) continue
      if (!kind) {
        throw tooComplex('Back-references, options and looking around are not available.')
      }
      position += text.length
      yield { kind, times: Math.max(1, ...(text.match(/\d+/g) ?? []).map(Number)) }
      break
    }
  }
}
