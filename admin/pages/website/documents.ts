// The documents as they are with the drafts, and as visitors see them.
import { inOrderOf } from '#content/key-order.ts'
import type { SiteDocument } from './site.ts'
import { isSame } from './values.ts'

/** As visitors see it; undefined if there is no such page. */
export function publicBody({ shipped, published }: SiteDocument): unknown {
  if (published?.state === 'removed') return undefined
  return inOrderOf(shipped, published?.body ?? shipped ?? undefined)
}

/** With the draft; undefined if the draft removes it. */
export function editedBody(document: SiteDocument): unknown {
  const { draft, shipped } = document
  if (!draft) return publicBody(document)
  if (draft.state === 'removed') return undefined
  return draft.state === 'shipped' ? (shipped ?? undefined) : inOrderOf(shipped, draft.body)
}

/** Has a draft that would change the site. */
export function isChanged(document: SiteDocument): boolean {
  return document.draft !== null && !isSame(editedBody(document), publicBody(document))
}

/** All bodies with the drafts, by key. */
export function editedBodies(documents: readonly SiteDocument[]): Map<string, unknown> {
  return new Map(
    documents.flatMap((document) => {
      const body = editedBody(document)
      return body === undefined ? [] : [[document.key, body] as const]
    }),
  )
}

/** The value of a field, if it is a text. */
export function textIn(body: unknown, ...path: string[]): string | undefined {
  let value = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'string' ? value : undefined
}

/** The texts of a list. */
export function textsIn(body: unknown, name: string): string[] {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export const slugOf = (key: string) => key.split('/').at(-1) ?? key

/** A document that is the text of emails: no page shows it. */
export const isEmailText = (key: string) => key === 'answers' || key === 'review-request'
