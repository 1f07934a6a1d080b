// Parses the query string. A key may start with the path of an embedded resource:
// `user_roles.order=role`, `user_roles.role=eq.admin`.
import { type Field, parseField } from './grammar/field.ts'
import { type Condition, looksLikeFilter, parseLogic, parseOperation } from './grammar/filter.ts'
import { type OrderTerm, parseOrder } from './grammar/order.ts'
import { Scanner } from './grammar/scanner.ts'
import { parseNames, parseSelect, type Selected } from './grammar/select.ts'
import { badQueryString, queryStringTooLong, rangeNotSatisfiable, tooComplex } from './problems.ts'

/** A parameter of the table itself (an empty path) or of an embedded resource. */
export interface Scoped<T> {
  path: string[]
  value: T
}

export interface Query {
  select: Selected[]
  conditions: Scoped<Condition>[]
  orders: Scoped<OrderTerm[]>[]
  limits: Scoped<number>[]
  offsets: Scoped<number>[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** The arguments of a function called with GET. */
  arguments: [name: string, value: string][]
}

const maxBytes = 16 * 1024
const maxParameters = 200

export function readQuery(search: string, isForFunction: boolean): Query {
  const query: Query = {
    select: [{ kind: 'all' }],
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: undefined,
    onConflict: undefined,
    arguments: [],
  }
  const parameters = decode(search)
  const first = (key: string) => parameters.find(([name]) => name === key)?.[1]
  const select = first('select')
  if (select !== undefined) query.select = parseSelect(select)
  const columns = first('columns')
  if (columns) query.columns = parseNames('columns', columns)
  const onConflict = first('on_conflict')
  if (onConflict) query.onConflict = parseNames('on_conflict', onConflict)

  for (const [key, value] of parameters) {
    if (['select', 'columns', 'on_conflict', 'apikey'].includes(key)) continue
    readParameter(query, key, value, isForFunction)
  }
  return query
}

function readParameter(query: Query, key: string, value: string, isForFunction: boolean): void {
  const words = key.split('.')
  const lastWord = words.at(-1)
  if (lastWord === 'and' || lastWord === 'or') {
    const path = words.slice(0, -1).filter((word) => word !== 'not')
    const isNegated = words.includes('not')
    query.conditions.push({ path, value: parseLogic(lastWord, isNegated, value) })
  } else if (lastWord === 'order') {
    if (value) query.orders.push({ path: words.slice(0, -1), value: parseOrder(value) })
  } else if (lastWord === 'limit' || lastWord === 'offset') {
    const number = readCount(value)
    if (number === undefined) return
    if (lastWord === 'limit' && number < 0) {
      throw rangeNotSatisfiable('Limit should be greater than or equal to zero.')
    }
    query[`${lastWord}s`].push({ path: words.slice(0, -1), value: number })
  } else if (isForFunction && !key.includes('.') && !looksLikeFilter(value)) {
    query.arguments.push([key, value])
  } else {
    const { path, field } = readKey(key)
    query.conditions.push({ path, value: { kind: 'filter', field, ...parseOperation(value) } })
  }
}

/** PostgREST ignores a limit that is not a number. */
function readCount(text: string): number | undefined {
  if (!/^-?\d+$/.test(text)) return undefined
  return Math.max(Math.min(Number(text), Number.MAX_SAFE_INTEGER), -1)
}

function readKey(key: string): { path: string[]; field: Field } {
  const scanner = new Scanner(`tree path (${key})`, key)
  const path: string[] = []
  for (;;) {
    const field = parseField(scanner)
    if (scanner.isAtEnd) return { path, field }
    scanner.expect('.')
    path.push(field.name)
  }
}

function decode(search: string): [string, string][] {
  const text = search.replace(/^\?/, '')
  if (text.length > maxBytes) throw queryStringTooLong(maxBytes)
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > maxParameters)
    throw tooComplex(`There are at most ${maxParameters} parameters.`)
  return pairs.map((pair) => {
    const [key = '', ...rest] = pair.split('=')
    return [decodeText(key), decodeText(rest.join('='))]
  })
}

/** Also for path segments, where a plus sign is literal. */
export function decodeText(text: string, { plusIsSpace = true } = {}): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(plusIsSpace ? text.replaceAll('+', ' ') : text)
  } catch {
    throw badQueryString('A percent sign must be followed by the two digits of a UTF-8 byte.')
  }
  // PostgreSQL's text cannot hold this character.
  if (decoded.includes('\0')) throw badQueryString('The NUL character is not allowed.')
  return decoded
}
