// Whether documents can be published: the shapes of bodies are known outside of the backend.
import type { PublishedDocument, SiteDraft } from './site-store.ts'

export interface SiteProblem {
  key: string
  /** Where in the body. */
  path: (string | number)[]
  message: string
  /** Worth telling, but no reason to refuse. */
  isHint: boolean
}

/**
 * Checks the site as it would be: the body of each edited document by its key, null for a removed
 * one. A key that is not in it is as shipped. Called within a transaction: it must not use the
 * database.
 */
export type CheckSite = (documents: Map<string, unknown>) => Promise<SiteProblem[]>

type Change = Pick<PublishedDocument | SiteDraft, 'key' | 'state' | 'body'>

/** Later documents of a key replace earlier ones. */
export function documentMap(...documents: Change[]): Map<string, unknown> {
  const map = new Map<string, unknown>()
  for (const { key, state, body } of documents) {
    if (state === 'shipped') map.delete(key)
    else map.set(key, state === 'removed' ? null : body)
  }
  return map
}
