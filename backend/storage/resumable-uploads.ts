// Uploads that go on where the line broke: the protocol TUS 1.0 at the addresses of Supabase Storage,
// with a key below /upload/resumable, with the token of a signed upload below /upload/resumable/sign.
// https://tus.io/protocols/resumable-upload
// https://github.com/supabase/storage/blob/08a9d280c9476b65697a36133374703d9159a765/src/http/routes/tus/index.ts
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { OpenPartial, PartialAbout } from '../files/partial-files.ts'
import { maxInputBytes } from '../files/pictures/picture-limits.ts'
import { requireSpace } from '../files/space.ts'
import { partLimit, type UploadLimit, uploadLimit } from '../files/upload-limit.ts'
import { UploadTooLarge } from '../files/write-pieces.ts'
import { takeWithin } from '../limits/network.ts'
import { readMetadataHeader } from './metadata-header.ts'
import { findBucket, type ObjectPath, ownerOf } from './objects.ts'
import {
  describeProblem,
  invalidParameter,
  notFound,
  problem,
  problemOf,
  tooMany,
} from './problems.ts'
import { type StorageContext, type StorageDeps, type StorageEnv, service } from './service.ts'
import { checkUpload, type UploadGrant, uploadSeconds } from './signed-urls.ts'
import { maxBytesOf, requirePermission, storeUpload } from './upload.ts'

/** Whoever has a key has a day. */
const daySeconds = 86_400
const tusVersion = '1.0.0'
const extensions = 'creation,creation-with-upload,expiration,termination'
const partType = 'application/offset+octet-stream'

/** The two kinds of callers. */
interface Access {
  path: string
  seconds: number
  /** Throws when the caller may not begin this upload. */
  grant(c: StorageContext, path: ObjectPath): Promise<UploadGrant>
  /** Throws when the caller may not go on with it. */
  require(c: StorageContext, about: PartialAbout): Promise<void>
  /** Counts against the caller's limit. */
  take(c: StorageContext, limit: UploadLimit): Promise<void>
}

export const resumableUploads = {
  withKey: (deps: StorageDeps) => routes(deps, keyAccess()),
  signed: (deps: StorageDeps) => routes(deps, tokenAccess(deps)),
}

function keyAccess(): Access {
  return {
    path: '/upload/resumable',
    seconds: daySeconds,
    grant: async (c) => ({ owner: ownerOf(c), isUpsert: c.req.header('x-upsert') === 'true' }),
    async require(c, { owner }) {
      if (owner !== ownerOf(c)) throw noSuchUpload()
    },
    take: async () => {},
  }
}

function tokenAccess({ keys, limits, clientNetwork }: StorageDeps): Access {
  const check = async (c: StorageContext, path: ObjectPath) => {
    const grant = await checkUpload(keys, path, c.req.header('x-signature') ?? '')
    // The permission was checked when the token was signed.
    c.set('caller', service)
    return grant
  }
  return {
    path: '/upload/resumable/sign',
    seconds: uploadSeconds,
    grant: check,
    require: async (c, about) => void (await check(c, about)),
    async take(c, { bucket, perVisitor }) {
      const verdict = await takeWithin(limits, bucket, clientNetwork(c.req.raw), perVisitor)
      if (verdict.allowed) return
      c.header('Retry-After', String(verdict.retryAfterSeconds))
      throw tooMany()
    },
  }
}

function routes(deps: StorageDeps, access: Access): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const partial = deps.spool.partial
  const one = `${access.path}/:id`

  app.use(access.path, speakTus)
  app.use(one, speakTus)
  for (const path of [access.path, one]) app.options(path, (c) => c.body(null, 204))

  app.post(access.path, async (c) => {
    const about = await readAbout(c)
    await access.take(c, partLimit)
    await requireSpace(deps, deps.space)
    const id = await partial.begin(about)
    c.header('Location', `${new URL(c.req.url).pathname}/${id}`)
    tellExpiry(c, about)
    if (c.req.header('content-type') === partType) {
      c.header('Upload-Offset', String(await use(c, (file) => receive(c, file, 0), id)))
    }
    return c.body(null, 201)
  })

  // Hono answers HEAD by the route of GET.
  app.get(one, async (c) => {
    if (c.req.method !== 'HEAD') throw notFound()
    await requireOwn(c)
    // Cuts off what still reads: only then the offset is known.
    const { about, offset } = await use(c, async (file) => file)
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
    const from = Number(c.req.header('upload-offset') ?? Number.NaN)
    if (c.req.header('content-type') !== partType) throw wrongPartType()
    c.header('Upload-Offset', String(await use(c, (file) => receive(c, file, from))))
    return c.body(null, 204)
  })

  app.delete(one, async (c) => {
    await requireOwn(c)
    await use(c, (file) => file.remove())
    return c.body(null, 204)
  })

  function use<T>(
    c: StorageContext,
    work: (file: OpenPartial) => Promise<T>,
    id = c.req.param('id') ?? '',
  ): Promise<T> {
    return partial.use(id, async (file) => {
      if (!file) throw noSuchUpload()
      return work(file)
    })
  }

  async function requireOwn(c: StorageContext): Promise<PartialAbout> {
    const found = await partial.find(c.req.param('id') ?? '')
    if (!found) throw noSuchUpload()
    await access.require(c, found.about)
    return found.about
  }

  async function readAbout(c: StorageContext): Promise<PartialAbout> {
    const length = readLength(c.req.header('upload-length'))
    const { bucket, name, ...rest } = readMetadataHeader(c.req.header('upload-metadata'))
    const grant = await access.grant(c, { bucket, name })
    const limit = maxBytesOf(await requirePermission(deps, c, { bucket, name, ...grant }))
    if (length > limit) throw new UploadTooLarge(limit)
    const expiresAt = Date.now() + access.seconds * 1000
    return { bucket, name, length, expiresAt, ...rest, ...grant }
  }

  /** Returns how many bytes have arrived; when those are all, the picture is stored. */
  async function receive(c: StorageContext, file: OpenPartial, from: number): Promise<number> {
    if (from !== file.offset) throw wrongOffset(file.offset)
    const offset = c.req.raw.body ? await append(file, c.req.raw.body) : file.offset
    if (offset === file.about.length && !file.isStored) await store(c, file)
    return offset
  }

  async function store(c: StorageContext, file: OpenPartial): Promise<void> {
    const { about, path } = file
    try {
      await access.take(c, uploadLimit)
      await requireSpace(deps, deps.space)
      const bucket = await findBucket(deps.database, about.bucket)
      const received = { ...about, file: { path, head: await file.readHead() } }
      await storeUpload(deps, c, { target: about, bucket, received })
    } catch (error) {
      // What is refused will be refused again; what the server could not do now can be tried again.
      const { status } = problemOf(error) ?? { status: 500 }
      if (status < 429) await file.remove()
      throw error
    }
    await file.markStored()
  }

  // With their own status, unlike the rest of the service: clients of the protocol go by it.
  app.onError((error, c) => {
    const { status, body, retryAfterSeconds } = describeProblem(error, deps.report)
    if (retryAfterSeconds) c.header('Retry-After', String(retryAfterSeconds))
    c.status(status as StatusCode)
    return c.json(body)
  })
  return app
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

async function append(file: OpenPartial, body: ReadableStream<Uint8Array>): Promise<number> {
  try {
    return await file.append(Readable.fromWeb(body as NodeStream<Uint8Array>))
  } catch (error) {
    if (problemOf(error)) throw error
    throw problem('InvalidRequest', 400, 'The upload broke off')
  }
}

function tellExpiry(c: Context, { expiresAt }: PartialAbout): void {
  c.header('Upload-Expires', new Date(expiresAt).toUTCString())
}

function readLength(text: string | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) {
    throw invalidParameter('Upload-Length must be a number of bytes above 0')
  }
  return Number(text)
}

const noSuchUpload = () => problem('NoSuchUpload', 404, 'Upload not found')
const wrongOffset = (offset: number) =>
  problem('InvalidUploadOffset', 409, `The upload goes on at ${offset}`)
const wrongPartType = () => problem('InvalidMimeType', 415, `Content-Type must be ${partType}`)
