// Photographs for visitors: an address to upload one to, adding uploads to an enquiry that was sent, and
// the private page for which its token is the key.
import { type Context, Hono } from 'hono'
import type { PhotoLink, Photos } from '#backend/enquiries/photos/photos.ts'
import { readBounded } from '#backend/http/bounded-body.ts'
import { networkOf } from '#backend/limits/network.ts'
import { currentRequestId } from '#backend/request-context.ts'
import { addPhotosPath, photoPaths, readUploads } from '#schemas/enquiry-photos.ts'
import { photoProblems } from '#schemas/photo-problems.ts'
import { readOutcome, writeOutcome } from '#site/pages/enquiry/photo-outcome.ts'
import type { PhotosPage } from '#site/pages/enquiry/photos-page.tsx'
import type { Site } from '#site/render.tsx'
import type { Log } from './log.ts'
import { factsOf } from './request-facts.ts'

export interface PhotoRoutesOptions {
  photos: Photos
  site: Pick<Site, 'renderPhotos'>
  log: Log
}

const maxBodyBytes = 4_096
const privateHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

export function photoRoutes({ photos, site, log }: PhotoRoutesOptions): Hono {
  const app = new Hono()
  const networkFrom = (c: Context) => networkOf(factsOf(c.req.raw).address)

  app.post(photoPaths.uploads, async (c) => {
    const { bytes } = await readObject(c)
    const issued = await photos.issue(networkFrom(c), Number(bytes) || 0)
    if (issued.kind === 'issued') {
      const { id, url, resumeUrl } = issued
      return c.json({ id, url, resumeUrl }, 200, privateHeaders)
    }
    if (issued.kind === 'full') return c.json(refusal('full'), 507)
    if (issued.kind === 'unavailable') return c.json(refusal('unavailable'), 503)
    return c.json(refusal('too_often'), 429, { 'Retry-After': String(issued.retryAfterSeconds) })
  })

  app.post(photoPaths.attach, async (c) => {
    const { token, photos: requested } = await readObject(c)
    const link = typeof token === 'string' ? await photos.find(token) : undefined
    if (!link) return c.json({ error: 'expired', message: expired }, 403, privateHeaders)
    const attached = await photos.attach(link, readUploads(requested))
    return c.json({ attached }, 200, privateHeaders)
  })

  function send(c: Context, page: PhotosPage, status: 200 | 400 | 403): Response {
    const { body, headers } = site.renderPhotos(page, status)
    return c.body(body, status, { ...headers, ...privateHeaders })
  }
  const pageOf = (token: string, { reference, count }: PhotoLink) =>
    ({ kind: 'open', token, reference, count }) as const

  app.get(photoPaths.add, async (c) => {
    const token = c.req.query('t') ?? ''
    const link = await photos.find(token)
    if (!link) return send(c, { kind: 'expired' }, 403)
    return send(c, { ...pageOf(token, link), ...readOutcome(new URL(c.req.url).searchParams) }, 200)
  })

  app.post(photoPaths.add, async (c) => {
    const token = c.req.query('t') ?? ''
    const link = await photos.find(token)
    if (!link) return send(c, { kind: 'expired' }, 403)
    const outcome = await photos.receive(link, c.req.raw, networkFrom(c))
    if (!outcome) return send(c, { ...pageOf(token, link), problems: ['unavailable'] }, 400)
    log.info({ enquiry: link.enquiryId, ...outcome }, 'photographs added to an enquiry')
    // Reloading the answer must not send the photographs again.
    const location = `${addPhotosPath(token)}&${writeOutcome(outcome)}`
    return c.body(null, 303, { Location: location, ...privateHeaders })
  })
  return app
}

const expired = 'This link no longer works.'

function refusal(problem: keyof typeof photoProblems) {
  return { error: problem, message: photoProblems[problem], request_id: currentRequestId() }
}

async function readObject(c: Context): Promise<Record<string, unknown>> {
  try {
    const bytes = await readBounded(c.req.raw.body, maxBodyBytes)
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
