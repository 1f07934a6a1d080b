// What the publish dialog lists: each changed document, and as one entry the pages that are new, moved or
// removed with all that follows from it. Half of that would promise a page that is not there.
import { describeChanges } from './describe-changes.ts'
import { nameOfDocument } from './document-names.ts'
import { editedBody, publicBody, slugOf, textIn, textsIn } from './documents.ts'
import { relink, unlink, withoutSlug } from './links.ts'
import type { SiteDocument } from './site.ts'
import { isSame } from './values.ts'

export interface PublishGroup {
  /** Of the documents. */
  keys: string[]
  name: string
  /** What changes, in words. */
  lines: string[]
  /** The lines name what they are about. */
  hasNames?: boolean
}

type Documents = readonly SiteDocument[]

export function groupChanges(changed: Documents): PublishGroup[] {
  const sets = pageSets(changed).map((pages) => {
    const followers = changed.filter(
      (document) => !pages.includes(document) && follows(document, pages),
    )
    return { pages, followers }
  })
  const grouped = sets.flatMap(({ pages, followers }) => [...pages, ...followers])
  return [
    ...sets.map(groupOfPages),
    ...changed.filter((document) => !grouped.includes(document)).map(groupOf),
  ]
}

/** Each line with the name of what it is about, as the history shows it. */
export function summaryOf(changed: Documents): string[] {
  return groupChanges(changed).flatMap(({ name, lines, hasNames }) =>
    hasNames ? lines : lines.map((line) => `${name}: ${line}`),
  )
}

/**
 * The pages that are published together. An unfinished town does not hold back a service, unless a
 * document follows from both.
 */
function pageSets(changed: Documents): Documents[] {
  const pages = changed.filter((document) => addressBefore(document) !== addressAfter(document))
  const sets = [pages.filter(isTown), pages.filter((page) => !isTown(page))].filter(
    (set) => set.length > 0,
  )
  const isShared = changed.some((document) => {
    const count = sets.filter((set) => follows(document, set)).length
    return count > 1 || (count === 0 && follows(document, pages))
  })
  return isShared ? [pages] : sets
}

const isTown = ({ key }: SiteDocument) => key.startsWith('towns/')
const addressBefore = (document: SiteDocument) => textIn(publicBody(document), 'path')
const addressAfter = (document: SiteDocument) => textIn(editedBody(document), 'path')

/** The document would be wrong without these pages, or they without it. */
function follows(document: SiteDocument, pages: Documents): boolean {
  if (pages.length === 0 || pages.includes(document)) return false
  switch (document.key) {
    case 'towns':
      return pages.some(isTown)
    case 'services':
      return pages.some((page) => !isTown(page))
    case 'coverage':
      return isCoverageOf(document, pages)
    case 'redirects':
      return changedRedirects(document).some(([from, before, after]) =>
        pages.some((page) =>
          [addressBefore(page), addressAfter(page)].some(
            (address) => address && [from, before, after].includes(address),
          ),
        ),
      )
    default:
      return isOnlyRelinked(document, pages)
  }
}

/** The postcodes of a new or removed town, also those that it takes from another. */
function isCoverageOf(document: SiteDocument, pages: Documents): boolean {
  const [before, after] = [publicBody(document), editedBody(document)]
  const names = pages
    .flatMap((page) => [publicBody(page), editedBody(page)])
    .flatMap((body) => textIn(body, 'name') ?? [])
  const taken = names.flatMap((name) => textsIn(after, name))
  const towns = new Set([before, after].flatMap((body) => Object.keys(body ?? {})))
  return [...towns].every((town) => {
    const kept = textsIn(before, town).filter((code) => !taken.includes(code))
    return names.includes(town) || isSame(kept, textsIn(after, town))
  })
}

function isOnlyRelinked(document: SiteDocument, pages: Documents): boolean {
  const expected = pages.reduce((body, page) => {
    const [from, to] = [addressBefore(page), addressAfter(page)]
    if (from === undefined) return body
    if (to !== undefined) return relink(body, from, to)
    const unlinked = unlink(body, from)
    return document.key === 'navigation' ? withoutSlug(unlinked, slugOf(page.key)) : unlinked
  }, publicBody(document))
  return isSame(expected, editedBody(document))
}

interface PageSet {
  pages: Documents
  followers: Documents
}

function groupOfPages({ pages, followers }: PageSet): PublishGroup {
  const [first] = pages
  const isOne = pages.length === 1
  const described = followers.filter(({ key }) => ['towns', 'services', 'coverage'].includes(key))
  const redirects = followers.find(({ key }) => key === 'redirects')
  const relinked = followers.filter(
    (document) => !described.includes(document) && document !== redirects,
  )
  return {
    keys: [...pages, ...followers].map(({ key }) => key),
    name: listed(pages.map(nameOf)),
    hasNames: !isOne,
    lines: [
      ...[...pages, ...described].flatMap((document) => {
        const { name, lines } = groupOf(document)
        return isOne && document === first ? lines : lines.map((line) => `${name}: ${line}`)
      }),
      ...(relinked.length > 0 ? [`The links in ${listed(relinked.map(nameOf))} follow`] : []),
      ...(redirects ? changedRedirects(redirects).map(formatRedirect) : []),
    ],
  }
}

type ChangedRedirect = readonly [
  from: string,
  before: string | undefined,
  after: string | undefined,
]

function changedRedirects(document: SiteDocument): ChangedRedirect[] {
  const before = (publicBody(document) ?? {}) as Record<string, string>
  const after = (editedBody(document) ?? {}) as Record<string, string>
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((from) => before[from] !== after[from])
    .map((from) => [from, before[from], after[from]])
}

const formatRedirect = ([from, before, after]: ChangedRedirect) =>
  after
    ? `Visitors of ${from} are sent to ${after}`
    : `Visitors of ${from} are no longer sent to ${before}`

const maxNames = 6
const list = new Intl.ListFormat('en-GB')

/** "Home, Fencing and Patios" */
function listed(names: string[]): string {
  const rest = names.length - maxNames
  const shown = rest > 1 ? [...names.slice(0, maxNames), `${rest} others`] : names
  return list.format(shown)
}

const nameOf = (document: SiteDocument) =>
  nameOfDocument(document.key, editedBody(document) ?? publicBody(document))

function groupOf(document: SiteDocument): PublishGroup {
  const lines = describeChanges(document.key, publicBody(document), editedBody(document))
  return { keys: [document.key], name: nameOf(document), lines }
}
