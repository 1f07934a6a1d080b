// What the publish dialog lists: each changed document, and in one line those that only follow a page to
// its new address.
import { describeChanges } from './describe-changes.ts'
import { nameOfDocument } from './document-names.ts'
import { editedBody, publicBody, textIn } from './documents.ts'
import { relink } from './links.ts'
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
  const moves = movesIn(changed)
  const follows = (document: SiteDocument) =>
    document.key === 'redirects' ? moves.length > 0 : isOnlyRelinked(document, moves)
  const own = changed.filter((document) => !follows(document)).map(groupOf)
  const followers = changed.filter(follows)
  if (followers.length === 0) return own
  const names = followers.filter(({ key }) => key !== 'redirects').map(nameOf)
  return [
    ...own,
    {
      keys: followers.map(({ key }) => key),
      name: 'Links to it',
      lines: [
        ...(names.length > 0 ? [`The links in ${names.join(', ')} lead to the new address`] : []),
        ...moves.map(([from, to]) => `Visitors of ${from} are sent to ${to}`),
      ],
    },
  ]
}

type Move = readonly [from: string, to: string]

/** Pages with another address than visitors know. */
function movesIn(changed: readonly SiteDocument[]): Move[] {
  return changed.flatMap((document) => {
    const from = textIn(publicBody(document), 'path')
    const to = textIn(editedBody(document), 'path')
    return from && to && from !== to ? [[from, to] as const] : []
  })
}

/** A page that moves has an address of its own among its changes, and is told by itself. */
function isOnlyRelinked(document: SiteDocument, moves: readonly Move[]): boolean {
  const before = publicBody(document)
  const after = editedBody(document)
  if (textIn(before, 'path') !== textIn(after, 'path')) return false
  const relinked = moves.reduce((body, [from, to]) => relink(body, from, to), before)
  return isSame(relinked, after)
}

const nameOf = (document: SiteDocument) =>
  nameOfDocument(document.key, editedBody(document) ?? publicBody(document))

function groupOf(document: SiteDocument): PublishGroup {
  const lines = describeChanges(document.key, publicBody(document), editedBody(document))
  return { keys: [document.key], name: nameOf(document), lines }
}
