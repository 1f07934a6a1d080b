// Everything that the editor of the site shows at first: each document as shipped, as published and as a
// draft.
import { randomUUID } from 'node:crypto'
import { documentMap } from '../site/check-site.ts'
import type { StaffDeps } from './deps.ts'
import type { StaffHandler } from './role-guards.ts'

type ListDeps = Pick<StaffDeps, 'site' | 'checkSite' | 'shippedSite'>

export function listSiteDocuments({ site, checkSite, shippedSite }: ListDeps): StaffHandler {
  return async function listDocuments(c) {
    const { version, documents } = await site.readPublished()
    const drafts = await site.readDrafts(c.var.member.caller)
    const published = new Map(documents.map(({ key, ...rest }) => [key, rest]))
    const drafted = new Map(drafts.map(({ key, ...rest }) => [key, rest]))
    const keys = new Set([...shippedSite.documents.keys(), ...published.keys(), ...drafted.keys()])
    return c.json({
      version,
      documents: [...keys].sort().map((key) => ({
        key,
        shipped: shippedSite.documents.get(key) ?? null,
        published: published.get(key) ?? null,
        draft: drafted.get(key) ?? null,
      })),
      problems: await checkSite(documentMap(...documents, ...drafts)),
      fixed: shippedSite.fixed,
    })
  }
}

/** The address under which pages show the drafts for a while. */
export function previewSite({ previewAddress }: Pick<StaffDeps, 'previewAddress'>): StaffHandler {
  return async function startPreview(c) {
    return c.json({ address: previewAddress(c.var.member.caller) })
  }
}

/** A place for a photograph; the picture is decoded, turned upright and freed of metadata there. */
export function addSitePicture({
  signSitePicture,
}: Pick<StaffDeps, 'signSitePicture'>): StaffHandler {
  return async function addPicture(c) {
    const upload = randomUUID().replaceAll('-', '')
    return c.json({ upload, url: await signSitePicture(upload) })
  }
}
