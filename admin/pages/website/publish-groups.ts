// What the publish dialog lists: each changed document, and as one entry the pages that are new, moved or
// removed with all that follows from it. Half of that would promise a page that is not there.
import { describeChanges } from './describe-changes.ts'
import { nameOfDocument } from './document-names.ts'
import { editedBody, publicBody, textIn } from './documents.ts'
import { relink, unlink } from './links.ts'
import type { SiteDocument } from './site.ts'
import { isSame } from './values.ts'

export interface PublishGroup {
  /** Of the documents. */
  keys: string[]
  name: string
  /** What changes, in words. */
  lines: string[]
}

export function groupChanges(changed: readonly SiteDocument[]): PublishGroup[] {
  const pages = changed.filter(hasOtherAddress)
  if (pages.length === 0) return changed.map(groupOf)
  const followers = changed.filter(
    (document) => !pages.includes(document) && follows(document, pages),
  )
  const others = changed.filter(
    (document) => !pages.includes(document) && !followers.includes(document),
  )
  return [groupOfPages(pages, followers), ...others.map(groupOf)]
}

/** Each line with the name of what it is about, as the history shows it. */
export function summaryOf(changed: readonly SiteDocument[]): string[] {
  return groupChanges(changed).flatMap(({ name, lines }) =>
    lines.map((line) => (line.startsWith(`${name}: `) ? line : `${name}: ${line}`)),
  )
}

/** New, moved or removed. */
function hasOtherAddress(document: SiteDocument): boolean {
  return addressBefore(document) !== addressAfter(document)
}

const addressBefore = (document: SiteDocument) => textIn(publicBody(document), 'path')
const addressAfter = (document: SiteDocument) => textIn(editedBody(document), 'path')

const orders = ['towns', 'services', 'navigation']

function follows(document: SiteDocument, pages: readonly SiteDocument[]): boolean {
  const { key } = document
  if (orders.includes(key) || key === 'redirects') return true
  return key === 'coverage' ? isOnlyCoverageOf(document, pages) : isOnlyRelinked(document, pages)
}

/** The postcodes of a new or removed town, and of no other. */
function isOnlyCoverageOf(document: SiteDocument, pages: readonly SiteDocument[]): boolean {
  const [before, after] = [publicBody(document), editedBody(document)] as Record<string, unknown>[]
  const names = pages.map((page) => textIn(editedBody(page) ?? publicBody(page), 'name'))
  return [...Object.keys(before ?? {}), ...Object.keys(after ?? {})].every(
    (town) => names.includes(town) || isSame(before?.[town], after?.[town]),
  )
}

function isOnlyRelinked(document: SiteDocument, pages: readonly SiteDocument[]): boolean {
  const expected = pages.reduce((body, page) => {
    const [from, to] = [addressBefore(page), addressAfter(page)]
    if (from === undefined) return body
    return to === undefined ? unlink(body, from) : relink(body, from, to)
  }, publicBody(document))
  return isSame(expected, editedBody(document))
}

function groupOfPages(
  pages: readonly SiteDocument[],
  followers: readonly SiteDocument[],
): PublishGroup {
  const isOne = pages.length === 1
  const told = [
    ...pages,
    ...followers.filter(({ key }) => orders.includes(key) || key === 'coverage'),
  ]
  const relinked = followers.filter(
    (document) => !told.includes(document) && document.key !== 'redirects',
  )
  const redirects = followers.find(({ key }) => key === 'redirects')
  return {
    keys: [...pages, ...followers].map(({ key }) => key),
    name: listed(pages.map(nameOf)),
    lines: [
      ...told.flatMap((document) => {
        const { name, lines } = groupOf(document)
        return isOne && document === pages[0] ? lines : lines.map((line) => `${name}: ${line}`)
      }),
      ...(relinked.length > 0 ? [`The links in ${listed(relinked.map(nameOf))} follow`] : []),
      ...(redirects ? sentOn(redirects) : []),
    ],
  }
}

/** Where visitors of old addresses are sent from now on. */
function sentOn(redirects: SiteDocument): string[] {
  const before = (publicBody(redirects) ?? {}) as Record<string, string>
  const after = (editedBody(redirects) ?? {}) as Record<string, string>
  return Object.entries(after)
    .filter(([from, to]) => before[from] !== to)
    .map(([from, to]) => `Visitors of ${from} are sent to ${to}`)
}

const maxNames = 6

/** "Home, Fencing and Patios" */
function listed(names: string[]): string {
  const rest = names.length - maxNames
  const shown = rest > 1 ? [...names.slice(0, maxNames), `${rest} others`] : names
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(' and ')
}

const nameOf = (document: SiteDocument) =>
  nameOfDocument(document.key, editedBody(document) ?? publicBody(document))

function groupOf(document: SiteDocument): PublishGroup {
  const lines = describeChanges(document.key, publicBody(document), editedBody(document))
  return { keys: [document.key], name: nameOf(document), lines }
}
