// The `order` parameter: `created_at.desc.nullslast,profiles(full_name)`.
import { type Field, parseField } from './field.ts'
import { Scanner } from './scanner.ts'

export interface OrderTerm {
  /** The embedded resource to order by; undefined for the table itself. */
  relation: string | undefined
  field: Field
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(`order (${text})`, text)
  const terms: OrderTerm[] = []
  do terms.push(parseTerm(scanner))
  while (scanner.take(','))
  scanner.expectEnd()
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  const first = parseField(scanner)
  let relation: string | undefined
  let field = first
  if (first.path.length === 0 && scanner.take('(')) {
    relation = first.name
    field = parseField(scanner)
    scanner.expect(')')
  }
  let direction: OrderTerm['direction']
  let nulls: OrderTerm['nulls']
  while (scanner.take('.')) {
    const word = scanner.takeMatch(/(asc|desc|nullsfirst|nullslast)(?=[.,]|\s*$)/)
    if (word === undefined || nulls || (direction && !word.startsWith('nulls'))) {
      scanner.fail('expecting "asc", "desc", "nullsfirst" or "nullslast"')
    }
    if (word === 'asc' || word === 'desc') direction = word
    else nulls = word === 'nullsfirst' ? 'first' : 'last'
  }
  scanner.skipSpaces()
  return { relation, field, direction, nulls }
}
