// What is wrong with a document: by its schema, checked while the owner types, and by the server, which
// sees all documents together.
import * as v from 'valibot'
import { schemaOf } from '#content/documents.ts'
import { lookSchema, paleTexts } from '#content/look.ts'
import { findStarters } from '#content/starter.ts'
import { inFormOrder } from './form-order.ts'
import type { Site, SiteProblem } from './site.ts'
import type { Path } from './values.ts'

export function checkDocument(key: string, body: unknown): SiteProblem[] {
  const schema = schemaOf(key)
  if (!schema) return []
  const { issues = [] } = v.safeParse(schema, body)
  const found = issues.map((issue) => ({
    key,
    path: (issue.path ?? []).map(({ key: name }) =>
      typeof name === 'number' ? name : String(name),
    ),
    message: messageOf(issue),
  }))
  return [...found, ...starters(key, body), ...(key === 'look' ? pale(body) : [])]
}

/** Missing entries have valibot's own message, which speaks of types. */
function messageOf({ received, message }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : message
}

function starters(key: string, body: unknown): SiteProblem[] {
  return findStarters(key, body).map(({ path, message }) => ({
    ...{ key, message },
    path: path.map((name) => (typeof name === 'number' ? name : String(name))),
  }))
}

/** While a colour is chosen, so that the contrast is shown before it is saved. */
function pale(body: unknown): SiteProblem[] {
  const { success, output } = v.safeParse(lookSchema, body)
  if (!success) return []
  return paleTexts(output).map(({ colour, message }) => ({ key: 'look', path: [colour], message }))
}

/** One of each: the browser and the server may both have found it. */
export function mergeProblems(...lists: readonly SiteProblem[][]): SiteProblem[] {
  const seen = new Set<string>()
  return lists.flat().filter((problem) => {
    const id = JSON.stringify([problem.key, problem.path, problem.message])
    return !seen.has(id) && seen.add(id)
  })
}

/** As a sentence under a field. */
export function sentence(message: string): string {
  if (message === 'is empty' || message === 'is missing') return 'Please fill this in'
  const words = message.replace(/^is /, 'This is ').replace(/^has /, 'This has ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const pathId = (path: Path) => path.join('/')

/** All that is known to be wrong with a draft, in the order of its form. */
export function problemsOf(site: Site, key: string, body: unknown): SiteProblem[] {
  const own = body === undefined ? [] : checkDocument(key, body)
  const known = site.problems.filter((problem) => problem.key === key)
  return inFormOrder(key, mergeProblems(own, known))
}
