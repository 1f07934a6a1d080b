// Resumable uploads: TUS 1.0 at the addresses of Supabase Storage, with a key below
// /upload/resumable, with the token of a signed upload below /upload/resumable/sign.
// https://tus.io/protocols/resumable-upload
// https://github.com/supabase/storage/blob/08a9d280c9476b65697a36133374703d9159a765/src/http/routes/tus/index.ts
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { OpenPartial, PartialAbout } from '../files/partial-files.ts'
import { maxInputBytes } from '../files/pictures/picture-limits.ts'
import { requireSpace } from '../files/space.ts'
import { partLimit, type UploadLimit, uploadLimit } from '../files/upload-limit.ts'
import { UploadTooLarge } from '../files/write-pieces.ts'
import { takeWithin } from '../limits/network.ts'
import { readMetadataHeader } from './metadata-header.ts'
import { ownerOf } from './objects.ts'
import {
  accessDenied,
  describeProblem,
  invalidParameter,
  notFound,
  problem,
  tooMany,
} from './problems.ts'
import { receivePart } from './receive-part.ts'
import { type StorageContext, type StorageDeps, type StorageEnv, service } from './service.ts'
import { checkUpload } from './signed-urls.ts'
import { maxBytesOf, requirePermission } from './upload.ts'

const dayMs = 86_400_000
const tusVersion = '1.0.0'
const extensions = 'creation,creation-with-upload,expiration,termination'
const partType = 'application/offset+octet-stream'
/** What the server begins for the holder of a signed upload's token. */
export const tokenHolder = 'token'

/** The two kinds of callers. */
interface Access {
  path: string
  /** Throws when the caller may not go on with this upload. */
  require(c: StorageContext, about: PartialAbout): Promise<void>
  /** Counts against the caller's limit. */
  take(c: StorageContext, limit: UploadLimit): Promise<void>
}

export const resumableUploads = { withKey, signed }

/** Begun and sent by callers who may store the object. */
function withKey(deps: StorageDeps): Hono<StorageEnv> {
  const access: Access = {
    path: '/upload/resumable',
    async require(c, { startedBy }) {
      if (startedBy !== callerOf(c)) throw noSuchUpload()
    },
    take: async () => {},
  }
  const app = routes(deps, access)
  app.post(access.path, async (c) => {
    const about = await readAbout(deps, c)
    await requireSpace(deps, deps.space)
    const id = await deps.spool.partial.begin(about)
    c.header('Location', `${new URL(c.req.url).pathname}/${id}`)
    tellExpiry(c, about)
    if (c.req.header('content-type') === partType) {
      const part = { from: 0, beforeStoring: async () => {} }
      const arrived = await use(deps, id, (file) => receivePart(deps, c, file, part))
      c.header('Upload-Offset', String(arrived))
    }
    return c.body(null, 201)
  })
  return app
}

/**
 * Sent with the token of a signed upload. The server begins it: with a token a visitor could reserve
 * room for as much as the bucket takes, again and again.
 */
function signed(deps: StorageDeps): Hono<StorageEnv> {
  const { keys, limits, clientNetwork } = deps
  return routes(deps, {
    path: '/upload/resumable/sign',
    async require(c, about) {
      if (about.startedBy !== tokenHolder) throw noSuchUpload()
      await checkUpload(keys, about, c.req.header('x-signature') ?? '')
      // The permission was checked when the token was signed.
      c.set('caller', service)
    },
    async take(c, { bucket, perVisitor }) {
      const verdict = await takeWithin(limits, bucket, clientNetwork(c.req.raw), perVisitor)
      if (verdict.allowed) return
      c.header('Retry-After', String(verdict.retryAfterSeconds))
      throw tooMany()
    },
  })
}

function routes(deps: StorageDeps, access: Access): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const one = `${access.path}/:id`
  const idOf = (c: StorageContext) => c.req.param('id') ?? ''

  async function requireOwn(c: StorageContext): Promise<PartialAbout> {
    const found = await deps.spool.partial.find(idOf(c))
    if (!found) throw noSuchUpload()
    await access.require(c, found.about)
    return found.about
  }

  for (const path of [access.path, one]) {
    app.use(path, speakTus)
    app.options(path, (c) => c.body(null, 204))
  }

  // Hono answers HEAD by the route of GET.
  app.get(one, async (c) => {
    if (c.req.method !== 'HEAD') throw notFound()
    await requireOwn(c)
    await access.take(c, partLimit)
    // Cuts off what still reads: only then the offset is known.
    const { about, offset } = await use(deps, idOf(c), async (file) => file)
    tellExpiry(c, about)
    c.header('Cache-Control', 'no-store')
    c.header('Upload-Offset', String(offset))
    c.header('Upload-Length', String(about.length))
    if (about.metadataHeader) c.header('Upload-Metadata', about.metadataHeader)
    return c.body(null, 200)
  })

  app.patch(one, async (c) => {
    tellExpiry(c, await requireOwn(c))
    await access.take(c, partLimit)
    if (c.req.header('content-type') !== partType) throw wrongPartType()
    const from = readNumber('Upload-Offset', c.req.header('upload-offset'))
    const part = { from, beforeStoring: () => access.take(c, uploadLimit) }
    const arrived = await use(deps, idOf(c), (file) => receivePart(deps, c, file, part))
    c.header('Upload-Offset', String(arrived))
    return c.body(null, 204)
  })

  app.delete(one, async (c) => {
    await requireOwn(c)
    await use(deps, idOf(c), (file) => file.remove())
    return c.body(null, 204)
  })

  // With their own status, unlike the rest of the service: clients of the protocol go by it.
  app.onError((error, c) => {
    const { status, body, retryAfterSeconds } = describeProblem(error, deps.report)
    if (retryAfterSeconds) c.header('Retry-After', String(retryAfterSeconds))
    c.status(status as StatusCode)
    return c.json(body)
  })
  return app
}

function use<T>(
  { spool }: StorageDeps,
  id: string,
  work: (file: OpenPartial) => Promise<T>,
): Promise<T> {
  return spool.partial.use(id, async (file) => {
    if (!file) throw noSuchUpload()
    return work(file)
  })
}

async function speakTus(c: Context, next: () => Promise<void>): Promise<void> {
  c.header('Tus-Resumable', tusVersion)
  c.header('Tus-Version', tusVersion)
  if (c.req.method === 'OPTIONS') {
    c.header('Tus-Extension', extensions)
    c.header('Tus-Max-Size', String(maxInputBytes))
  } else if (c.req.header('tus-resumable') !== tusVersion) {
    throw problem('InvalidRequest', 412, `Tus-Resumable must be ${tusVersion}`)
  }
  await next()
}

async function readAbout(deps: StorageDeps, c: StorageContext): Promise<PartialAbout> {
  const startedBy = callerOf(c)
  const length = readNumber('Upload-Length', c.req.header('upload-length'))
  if (length === 0) throw invalidParameter('Upload-Length must be above 0')
  const { bucket, name, ...rest } = readMetadataHeader(c.req.header('upload-metadata'))
  const target = { bucket, name, owner: ownerOf(c), isUpsert: c.req.header('x-upsert') === 'true' }
  const limit = maxBytesOf(await requirePermission(deps, c, target))
  if (length > limit) throw new UploadTooLarge(limit)
  return { ...target, ...rest, length, startedBy, expiresAt: Date.now() + dayMs }
}

/** All visitors are one caller for the database: none of them is known again. */
function callerOf(c: StorageContext): string {
  const { role } = c.var.caller
  if (role === 'anon') throw accessDenied('An upload in parts needs an account')
  return ownerOf(c) ?? role
}

function tellExpiry(c: Context, { expiresAt }: PartialAbout): void {
  c.header('Upload-Expires', new Date(expiresAt).toUTCString())
}

function readNumber(name: string, text = ''): number {
  if (!/^\d{1,15}$/.test(text)) throw invalidParameter(`${name} must be a number of bytes`)
  return Number(text)
}

const noSuchUpload = () => problem('NoSuchUpload', 404, 'Upload not found')
const wrongPartType = () => problem('InvalidMimeType', 415, `Content-Type must be ${partType}`)
