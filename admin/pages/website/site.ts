// The website's documents as the server gives them, and the calls that change them.
import { queryOptions } from '@tanstack/react-query'
import { isUpload } from '#content/uploaded-pictures.ts'
import { photoProblems } from '#schemas/photo-problems.ts'
import { callSite, files, tables } from '../../api.ts'

export interface SiteProblem {
  key: string
  path: (string | number)[]
  message: string
  /** Advice: it can be published all the same. */
  isHint?: boolean
}

export type DraftState = 'edited' | 'removed' | 'shipped'

export interface Draft {
  /** `shipped`: back to the text that came with the product. */
  state: DraftState
  body: unknown
  revision: number
  updated_by: string | null
  updated_by_name: string | null
  updated_at: string
}

export interface SiteDocument {
  key: string
  shipped: unknown
  published: { state: 'edited' | 'removed'; body: unknown } | null
  draft: Draft | null
}

export interface Site {
  version: number
  documents: SiteDocument[]
  problems: SiteProblem[]
  /** Fields of the company that the environment sets, with the variable's name. */
  fixed: Record<string, string>
}

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => callSite<Site>('documents'),
  staleTime: 0,
  // A colleague may have published or saved something meanwhile.
  refetchOnWindowFocus: true,
  meta: { failed: 'The texts of the website could not be loaded' },
})

export const versionsQuery = queryOptions({
  queryKey: ['site-versions'],
  queryFn: async () => {
    const { data, error } = await tables
      .from('site_versions')
      .select('id, published_at, published_by, published_by_name, summary, restored_from')
      .order('id', { ascending: false })
      .limit(100)
    if (error) throw error
    return data
  },
  staleTime: 0,
  meta: { failed: 'The history could not be loaded' },
})

export interface DraftChange {
  key: string
  state: DraftState
  body: unknown
  /** Of the draft that was edited; 0 when there was none. */
  revision: number
  /** Of the site that was edited. What a colleague published since is told before it is replaced. */
  version: number
}

export function saveDraft({ key, state, body, revision, version }: DraftChange) {
  return callSite<{ revision: number; problems: SiteProblem[] }>('save-draft', {
    ...{ key, state, expected_revision: revision, read_version: version },
    ...(state === 'edited' && { body }),
  })
}

export const discardDraft = (key: string, revision: number) =>
  callSite('discard-draft', { key, expected_revision: revision })

/** At the revisions that were looked at: a draft that a colleague has changed since is refused. */
export const publish = (drafts: { key: string; revision: number }[], summary: string[]) =>
  callSite<{ version: number }>('publish', {
    keys: drafts.map(({ key }) => key),
    revisions: drafts.map(({ revision }) => revision),
    summary: shortened(summary),
  })

export const restore = (version: number, summary: string[]) =>
  callSite<{ version: number }>('restore', { version, summary: shortened(summary) })

export const askPreview = () => callSite<{ address: string }>('preview')

/** The published text has changed since the draft was begun: keep the draft, knowing that. */
export async function rebaseDraft(key: string, revision: number): Promise<number> {
  const { data, error } = await tables.rpc('rebase_site_draft', {
    key,
    expected_revision: revision,
  })
  if (error) throw error
  return data
}

const shortened = (lines: string[]) =>
  lines.slice(0, 200).map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line))

/** A photograph from a phone has some megabytes, and the way may be slow. */
const uploadTimeoutMs = 120_000

/** Sends a photograph; returns the name by which a picture shows it. */
export async function sendPicture(file: File): Promise<string> {
  if (/^image\/hei[cf]/.test(file.type)) throw new Error(photoProblems.heic)
  if (!pictureTypes.includes(file.type)) throw new Error(photoProblems.not_a_picture)
  const { upload, url } = await callSite<{ upload: string; url: string }>('picture')
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': file.type },
    body: file,
    signal: AbortSignal.timeout(uploadTimeoutMs),
  })
  if (response.ok) return upload
  const { message = '' } = await response.json().catch(() => ({}))
  throw new Error(message)
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

const hour = 3600

/** The whole photograph: pages show crops of it. */
export const sitePictureQuery = (upload: string) =>
  queryOptions({
    queryKey: ['site-picture', upload],
    queryFn: async () => {
      if (!isUpload(upload)) throw new Error('This is no photograph of the site')
      const pictures = files.from('site-pictures')
      const { data, error } = await pictures.createSignedUrl(`${upload}.jpg`, hour)
      if (error) throw error
      return data.signedUrl
    },
    // Well within the life of the URL.
    staleTime: (hour / 2) * 1000,
    meta: { failed: 'The photograph could not be loaded' },
  })
