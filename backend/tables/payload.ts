// The request body as JSON text for the database, with its column names. The text is passed on
// unchanged: re-serialising would round large numbers.
import { readBounded } from '../http/bounded-body.ts'
import { parseCsv } from './csv.ts'
import { bodyTooLarge, invalidBody, tooComplex } from './problems.ts'
import { decodeText } from './query-string.ts'

export interface Payload {
  json: string
  isArray: boolean
  /** The keys, which every object shares. */
  keys: string[]
  rowCount: number
}

export const maxBodyBytes = 1024 * 1024
const maxJsonDepth = 64
const maxRows = 10_000
const maxKeys = 500

/** Runs the parsing of a body of this size, and charges its time to the caller where it may be long. */
export type ParseCharged = (size: number, parse: () => Payload) => Promise<Payload>

/** With `columns`, objects may have different keys. */
export async function readPayload(
  request: Request,
  columns: string[] | undefined,
  parseCharged: ParseCharged,
): Promise<Payload> {
  const text = await readText(request)
  const type = contentTypeOf(request)
  // A short CSV may expand to as much as a body may have.
  const size = type === 'text/csv' ? maxBodyBytes : text.length
  return parseCharged(size, () => {
    switch (type) {
      case 'application/json':
        return payloadOfJson(text, columns)
      case 'text/csv':
        return payloadOfJson(JSON.stringify(parseCsv(text, maxBodyBytes)), columns)
      case 'application/x-www-form-urlencoded':
        return payloadOfForm(text, columns)
      default:
        throw invalidBody(`Content-Type not acceptable: ${type}`)
    }
  })
}

/** The arguments of a function; an empty body has none. */
export async function readArguments(
  request: Request,
  parseCharged: ParseCharged,
): Promise<Payload> {
  const text = await readText(request)
  const type = contentTypeOf(request)
  return parseCharged(text.length, () => {
    if (type === 'application/json') {
      return payloadOfJson(text.trim() === '' ? '{}' : text, undefined)
    }
    if (type !== 'application/x-www-form-urlencoded') {
      throw invalidBody(`Content-Type not acceptable: ${type}`)
    }
    return payloadOfForm(text, undefined)
  })
}

function contentTypeOf(request: Request): string {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase() || 'application/json'
}

function payloadOfForm(text: string, columns: string[] | undefined): Payload {
  return payloadOfJson(JSON.stringify(Object.fromEntries(readForm(text))), columns)
}

function payloadOfJson(text: string, columns: string[] | undefined): Payload {
  const payload = payloadOfValue(text, parseJson(text), columns)
  if (payload.keys.length > maxKeys) throw tooManyKeys()
  return payload
}

function payloadOfValue(text: string, value: unknown, columns: string[] | undefined): Payload {
  if (Array.isArray(value)) {
    if (value.length > maxRows) throw tooComplex(`At most ${maxRows} rows may be written at once.`)
    const keys = columns ?? keysOf(value[0])
    const isUniform = value.every((row) => isObject(row) && (columns || hasKeys(row, keys)))
    if (!isUniform) throw invalidBody('All object keys must match')
    return { json: text, isArray: true, keys, rowCount: value.length }
  }
  if (isObject(value)) {
    return { json: text, isArray: false, keys: columns ?? Object.keys(value), rowCount: 1 }
  }
  // PostgREST treats a single string or number as no rows.
  return { json: '[]', isArray: true, keys: [], rowCount: 0 }
}

function parseJson(text: string): unknown {
  if (isNestedDeeper(text, maxJsonDepth)) {
    throw invalidBody(`The json is nested more than ${maxJsonDepth} deep`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw invalidBody('Empty or invalid json', { cause })
  }
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) {
    throw invalidBody('The NUL character (\\u0000) is not allowed in text')
  }
  return value
}

/** By its brackets outside strings. The database recurses as deep. */
function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at]
    if (letter === '"') isString = !isString
    else if (isString) {
      if (letter === '\\') at += 1
    } else if (letter === '[' || letter === '{') {
      depth += 1
      if (depth > limit) return true
    } else if (letter === ']' || letter === '}') depth -= 1
  }
  return false
}

function readForm(text: string): [string, string][] {
  const pairs = text.split('&', maxKeys + 1)
  if (pairs.length > maxKeys) throw tooManyKeys()
  return pairs.filter(Boolean).map((pair) => {
    const [key = '', ...rest] = pair.split('=')
    return [decodeText(key), decodeText(rest.join('='))]
  })
}

async function readText(request: Request): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
  const bytes = await readBounded(request.body, maxBodyBytes)
  if (!bytes) throw bodyTooLarge(maxBodyBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw invalidBody('The body is not UTF-8', { cause })
  }
}

const tooManyKeys = () => tooComplex(`A body may have ${maxKeys} keys at most.`)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function keysOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : []
}

function hasKeys(row: Record<string, unknown>, keys: string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}
