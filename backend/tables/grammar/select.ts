// The `select` parameter: columns with aliases and casts, and embedded resources with their own.
import { aggregatesNotAllowed, tooComplex } from '../problems.ts'
import { type Field, parseField } from './field.ts'
import { Scanner } from './scanner.ts'

export interface SelectedColumn {
  kind: 'column'
  field: Field
  alias: string | undefined
  cast: string | undefined
}

export interface SelectedEmbed {
  kind: 'embed'
  relation: string
  alias: string | undefined
  hint: string | undefined
  isInner: boolean
  isSpread: boolean
  select: Selected[]
}

export type Selected = { kind: 'all' } | SelectedColumn | SelectedEmbed

const maxDepth = 6
const maxItems = 200
const aggregates = /(?:count|sum|avg|max|min)\(\)/

export function parseSelect(text: string): Selected[] {
  const scanner = new Scanner(`select parameter (${text})`, text)
  let items = 0

  function parseItems(depth: number): Selected[] {
    if (depth > maxDepth) throw tooComplex(`Resources are embedded at most ${maxDepth} deep.`)
    scanner.skipSpaces()
    if (scanner.isAtEnd || scanner.startsWith(')')) return []
    const parsed: Selected[] = []
    do {
      items += 1
      if (items > maxItems) throw tooComplex(`At most ${maxItems} fields may be selected.`)
      scanner.skipSpaces()
      parsed.push(parseItem(depth))
      scanner.skipSpaces()
    } while (scanner.take(','))
    return parsed
  }

  function parseItem(depth: number): Selected {
    if (scanner.take('*')) return { kind: 'all' }
    const isSpread = scanner.take('...')
    if (scanner.takeMatch(aggregates)) throw aggregatesNotAllowed()
    const alias = isSpread ? undefined : scanner.try(parseAlias)
    const field = parseField(scanner)
    if (scanner.takeMatch(new RegExp(`\\.${aggregates.source}`))) throw aggregatesNotAllowed()
    if (field.path.length === 0 && (scanner.startsWith('!') || scanner.startsWith('('))) {
      const { hint, isInner } = parseEmbedding()
      scanner.expect('(')
      const select = parseItems(depth + 1)
      scanner.expect(')')
      return { kind: 'embed', relation: field.name, alias, hint, isInner, isSpread, select }
    }
    if (isSpread) scanner.fail('expecting "!" or "("')
    const cast = scanner.take('::') ? scanner.takeName() : undefined
    return { kind: 'column', field, alias, cast }
  }

  function parseAlias(): string | undefined {
    const name = scanner.takeName()
    return scanner.startsWith('::') || !scanner.take(':') ? undefined : name
  }

  function parseEmbedding(): { hint: string | undefined; isInner: boolean } {
    let hint: string | undefined
    let isInner = false
    while (scanner.take('!')) {
      const name = scanner.takeName()
      if (name === 'inner') isInner = true
      else if (name !== 'left') hint = name
    }
    return { hint, isInner }
  }

  const selected = parseItems(0)
  scanner.expectEnd()
  return selected
}

/** `columns` and `on_conflict`: names with commas between them. */
export function parseNames(parameter: string, text: string): string[] {
  const scanner = new Scanner(`${parameter} parameter (${text})`, text)
  const names: string[] = []
  do names.push(scanner.takeName())
  while (scanner.take(','))
  scanner.expectEnd()
  return names
}
