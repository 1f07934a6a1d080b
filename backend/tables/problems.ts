// The errors of the table API with PostgREST's codes and messages, and the HTTP status that PostgREST
// gives to a database error. https://docs.postgrest.org/en/v13/references/errors.html
import { isUnavailable, sqlState } from '../database/database.ts'
import { Problem, type ProblemOptions } from '../problem.ts'

function refusal(code: string, status: number) {
  return (message: string, more: Omit<ProblemOptions, 'status' | 'message'> = {}) =>
    new Problem(code, { status, message, ...more })
}

const parseError = refusal('PGRST100', 400)
export const invalidBody = refusal('PGRST102', 400)

/** `position` counts from 0 in the parsed text. */
export function unreadable(what: string, position: number, details: string): Problem {
  return parseError(`"failed to parse ${what}" (line 1, column ${position + 1})`, { details })
}

/** A limit of this API on the complexity of a request; PostgREST has no such limits. */
export function tooComplex(details: string): Problem {
  return parseError('The request is too complex', { details })
}

export function badQueryString(details: string): Problem {
  return parseError('The query string is not readable', { details })
}

export function queryStringTooLong(limit: number): Problem {
  return new Problem('PGRST100', {
    status: 414,
    message: 'The query string is too long',
    details: `It may have at most ${limit} bytes.`,
  })
}

export function bodyTooLarge(limit: number): Problem {
  return new Problem('PGRST102', {
    status: 413,
    message: 'The request body is too large',
    details: `It may have at most ${limit} bytes.`,
  })
}

export function rangeNotSatisfiable(details: string): Problem {
  return refusal('PGRST103', 416)('Requested range not satisfiable', { details })
}

export function offsetOutOfBounds(offset: number, total: number): Problem {
  return rangeNotSatisfiable(
    `An offset of ${offset} was requested, but there are only ${total} rows.`,
  )
}

export function putNeedsPrimaryKey(): Problem {
  const message = "Filters must include all and only primary key columns with 'eq' operators"
  return refusal('PGRST105', 405)(message)
}

export function unknownSchema(schema: string, exposed: string): Problem {
  return refusal('PGRST106', 406)(`Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed}`,
  })
}

export function unknownMediaType(accepted: string): Problem {
  return refusal('PGRST107', 406)(`None of these media types are available: ${accepted}`)
}

export function notEmbedded(resource: string): Problem {
  return refusal('PGRST108', 400)(`'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  })
}

export function putWithRange(): Problem {
  const message = 'limit/offset querystring parameters are not allowed for PUT'
  return refusal('PGRST114', 400)(message)
}

export function putMismatch(): Problem {
  return refusal('PGRST115', 400)('Payload values do not match URL in primary key column(s)')
}

export function notSingular(rows: number): Problem {
  return refusal('PGRST116', 406)('Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

export function unsupportedMethod(method: string): Problem {
  return refusal('PGRST117', 405)(`Unsupported HTTP method: ${method}`)
}

export function methodNotForFunctions(method: string): Problem {
  return refusal('PGRST101', 405)(`Cannot use the ${method} method on RPC`)
}

export function orderNeedsToOne(origin: string, target: string): Problem {
  return refusal('PGRST118', 400)(`A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}

export function spreadNeedsToOne(origin: string, target: string): Problem {
  return refusal('PGRST119', 400)(`A spread operation on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}

export function badEmbedFilter(target: string): Problem {
  return refusal('PGRST120', 400)(`Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

export function invalidPreferences(preferences: string[]): Problem {
  return refusal('PGRST122', 400)('Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })
}

export function aggregatesNotAllowed(): Problem {
  return refusal('PGRST123', 400)('Use of aggregate functions is not allowed')
}

export function tooManyAffected(rows: number): Problem {
  return refusal('PGRST124', 400)('Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

/** Not a PostgREST error: it leaves rate limits to a proxy. */
export function quotaExceeded(retryAfterSeconds: number): Problem {
  return refusal('over_request_rate_limit', 429)('Request rate limit reached', {
    details: "Recent requests took too much of the database's time.",
    hint: `Try again in ${retryAfterSeconds} s.`,
  })
}

export function invalidPath(): Problem {
  return refusal('PGRST125', 404)('Invalid path specified in request URL')
}

export function rootDisabled(): Problem {
  return refusal('PGRST126', 404)('Root endpoint metadata is disabled')
}

/** An error names what was sent, and is not as long. */
export const shorten = (text: string) => (text.length > 1000 ? `${text.slice(0, 1000)}…` : text)

export function unknownPayloadColumn(table: string, column: string): Problem {
  const message = `Could not find the '${shorten(column)}' column of '${table}' in the schema cache`
  return refusal('PGRST204', 400)(message)
}

/** In PostgreSQL's wording, though the name never reaches it. */
export function unknownColumn(table: string, column: string): Problem {
  return refusal('42703', 400)(`column ${table}.${column} does not exist`)
}

export function unknownType(type: string): Problem {
  return refusal('42704', 400)(`type "${type}" does not exist`)
}

export function unknownTextSearch(configuration: string): Problem {
  return refusal('42704', 400)(`text search configuration "${configuration}" does not exist`)
}

/** Maps a database error to a response; undefined for other errors, which are bugs. */
export function problemOf(error: unknown, isSignedIn: boolean): Problem | undefined {
  if (error instanceof Problem) return error
  const state = sqlState(error)
  if (isUnavailable(error)) {
    return new Problem('PGRST001', {
      status: 503,
      message: 'Database client error. Retrying the connection.',
      cause: error,
    })
  }
  if (!(error instanceof Error) || state === undefined) return undefined
  return new Problem(state, {
    status: statusOf(state, error.message, isSignedIn),
    message: error.message,
    details: textOf(error, 'detail'),
    hint: textOf(error, 'hint'),
    cause: error,
  })
}

const statuses: [RegExp, number][] = [
  [/^0[LP]/, 403],
  [/^2350[35]/, 409],
  [/^25006/, 405],
  [/^28/, 403],
  [/^42(883|P01)/, 404],
  [/^P0001/, 400],
  [/^(09|25|2D|38|39|3B|40|54|55|57|F0|HV|P0|XX)|^42P17/, 500],
]

function statusOf(state: string, message: string, isSignedIn: boolean): number {
  if (state === '42501') return isSignedIn ? 403 : 401
  // PostgREST responds with 500, but a repeated row in an upsert is the caller's mistake.
  if (state === '21000') return /ON CONFLICT|requires a WHERE clause$/.test(message) ? 400 : 500
  // `raise sqlstate 'PT404'` in a function sets the HTTP status.
  const named = /^PT([45]\d\d)$/.exec(state)?.[1]
  if (named) return Number(named)
  return statuses.find(([pattern]) => pattern.test(state))?.[1] ?? 400
}

function textOf(error: Error, key: 'detail' | 'hint'): string | undefined {
  const value = (error as Error & Partial<Record<typeof key, unknown>>)[key]
  return typeof value === 'string' ? value : undefined
}
