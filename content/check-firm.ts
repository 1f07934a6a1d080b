// What one document alone cannot show: names that lead nowhere, paths that are used twice, texts that
// search engines would take for the same page.
import { unknownAnswerPlaceholders } from './answers.ts'
import { type Documents, documentSchemas } from './documents.ts'
import { unknownPlaceholders } from './fill-in.ts'
import { type Look, paleTexts } from './look.ts'
import type { Redirects } from './redirects.ts'
import { fixedPaths, isReserved } from './reserved-paths.ts'
import { unknownReviewPlaceholders } from './review-request.ts'

export interface Problem {
  /** The document. */
  key: string
  path: readonly PropertyKey[]
  message: string
  /** Advice: it can be published all the same. */
  isHint?: boolean
}

interface Value {
  key: string
  path: PropertyKey[]
  name: PropertyKey
  value: unknown
}

export function checkFirm(documents: Documents): Problem[] {
  const values = [...documents].flatMap(([key, body]) => [...walk(key, body)])
  return [
    ...missingDocuments(documents),
    ...repeatedPaths(values),
    ...reservedPagePaths(values),
    ...unknownNames(documents, values),
    ...brokenLinks(documents, values),
    ...wrongRedirects(documents, values),
    ...wrongPlaceholders(values),
    ...wrongColours(documents),
  ]
}

function* walk(key: string, body: unknown, path: PropertyKey[] = []): Generator<Value> {
  yield { key, path, name: path.at(-1) ?? '', value: body }
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    yield* walk(key, value, [...path, Array.isArray(body) ? Number(name) : name])
  }
}

function missingDocuments(documents: Documents): Problem[] {
  return Object.keys(documentSchemas)
    .filter((key) => !documents.has(key))
    .map((key) => ({ key, path: [], message: 'is missing' }))
}

/** The values of these names at the top of a document are the addresses of pages. */
const pagePaths = (values: Value[]) =>
  values.filter(({ path, name }) => path.length === 1 && (name === 'path' || name === 'canonical'))

function repeatedPaths(values: Value[]): Problem[] {
  const seen = new Map<unknown, string>()
  return pagePaths(values).flatMap(({ key, path, value }) => {
    const other = seen.get(value)
    seen.set(value, key)
    return other ? [{ key, path, message: `is the address of ${other} too` }] : []
  })
}

function reservedPagePaths(values: Value[]): Problem[] {
  return pagePaths(values).flatMap(({ key, path, name, value }) => {
    const fixed = name === 'path' ? fixedPaths[key] : undefined
    if (fixed !== undefined) {
      return value === fixed ? [] : [{ key, path, message: `this page keeps the address ${fixed}` }]
    }
    return isReserved(String(value))
      ? [{ key, path, message: 'is an address of the product itself' }]
      : []
  })
}

function unknownNames(documents: Documents, values: Value[]): Problem[] {
  const pictures = documents.get('pictures') as object | undefined
  const isPictureName = (name: PropertyKey) => ['picture', 'before', 'after'].includes(String(name))
  const problems: Problem[] = []
  const refuse = ({ key, path }: Value, message: string) => problems.push({ key, path, message })
  for (const value of values) {
    if (typeof value.value !== 'string') continue
    if (isPictureName(value.name) && pictures && !Object.hasOwn(pictures, value.value)) {
      refuse(value, `there is no picture ${value.value}`)
    }
    const collection = namedCollection(value)
    if (collection && !documents.has(`${collection}/${value.value}`)) {
      refuse(value, `there is no ${collection === 'towns' ? 'town' : 'service'} “${value.value}”`)
    }
  }
  return problems
}

/** The collection whose document a value names. */
function namedCollection({ key, path }: Value): 'services' | 'towns' | undefined {
  if (key === 'towns') return 'towns'
  const isGroupMember = ['overview', 'children', 'alsoOnCards'].includes(String(path[2]))
  return key === 'services' && path[0] === 'groups' && isGroupMember ? 'services' : undefined
}

function brokenLinks(documents: Documents, values: Value[]): Problem[] {
  const pages = knownPaths(documents, values)
  return values
    .filter(({ path, name, value }) => {
      const isLink = (name === 'path' && path.length > 1) || path.at(-2) === 'paths'
      return isLink && typeof value === 'string' && !pages.has(value)
    })
    .map(({ key, path, value }) => ({ key, path, message: `no page has the address ${value}` }))
}

/** Pages, and paths that lead to one. */
function knownPaths(documents: Documents, values: Value[]): Set<unknown> {
  return new Set([
    ...pagePaths(values).map(({ value }) => value),
    ...Object.keys((documents.get('redirects') as Redirects | undefined) ?? {}),
  ])
}

function wrongRedirects(documents: Documents, values: Value[]): Problem[] {
  const pages = new Set(pagePaths(values).map(({ value }) => value))
  const redirects = (documents.get('redirects') as Redirects | undefined) ?? {}
  return Object.entries(redirects).flatMap(([from, to]) => {
    const message = pages.has(from)
      ? `${from} is a page`
      : pages.has(to)
        ? undefined
        : `no page has the address ${to}`
    return message ? [{ key: 'redirects', path: [from], message }] : []
  })
}

function wrongPlaceholders(values: Value[]): Problem[] {
  return values.flatMap(({ key, path, value }) =>
    typeof value === 'string'
      ? unknownIn(key, value).map((name) => ({
          key,
          path,
          message: `there is no placeholder {${name}}`,
        }))
      : [],
  )
}

/** Emails to customers have placeholders of their own. */
function unknownIn(key: string, text: string): string[] {
  if (key === 'answers') return unknownAnswerPlaceholders(text)
  return key === 'review-request' ? unknownReviewPlaceholders(text) : unknownPlaceholders(text)
}

function wrongColours(documents: Documents): Problem[] {
  const look = documents.get('look') as Look | undefined
  if (!look) return []
  return paleTexts(look).map(({ colour, message }) => ({ key: 'look', path: [colour], message }))
}
