// The page to look at after a publication.
import { pageOf } from './document-names.ts'
import { editedBody, isEmailText, publicBody, textIn } from './documents.ts'
import { pageShowing } from './picture-page.ts'
import type { SiteDocument } from './site.ts'
import { isSame } from './values.ts'

/** That of the open text, otherwise one that is new or has moved; undefined if only emails changed. */
export function pageToSee(
  published: readonly SiteDocument[],
  open: string | undefined,
  bodies: ReadonlyMap<string, unknown>,
): string | undefined {
  const shown = published.filter(
    (document) => !isEmailText(document.key) && editedBody(document) !== undefined,
  )
  const found =
    shown.find(({ key }) => key === open) ??
    shown.find((document) => addressOf(document) !== textIn(publicBody(document), 'path')) ??
    shown.find((document) => addressOf(document)) ??
    shown[0]
  if (!found) return undefined
  const body = editedBody(found)
  return (found.key === 'pictures' && pageOfPicture(found, bodies)) || pageOf(found.key, body)
}

const addressOf = (document: SiteDocument) => textIn(editedBody(document), 'path')

function pageOfPicture(
  pictures: SiteDocument,
  bodies: ReadonlyMap<string, unknown>,
): string | undefined {
  const before = (publicBody(pictures) ?? {}) as Record<string, unknown>
  const after = (editedBody(pictures) ?? {}) as Record<string, unknown>
  const changed = Object.keys(after).find((name) => !isSame(before[name], after[name]))
  return changed && pageShowing(bodies, changed)
}
