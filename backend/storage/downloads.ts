// Reading objects: with a key under the caller's policies, with a signed URL, or from a public bucket;
// as they are, or in another size.
import { type Handler, Hono } from 'hono'
import { requireKey } from './names.ts'
import { findBucket, type ObjectPath, readAny, readVisible, type StoredObject } from './objects.ts'
import { invalidToken, noSuchBucket } from './problems.ts'
import { readTransformation, renderer } from './render.ts'
import { serveFile } from './serve.ts'
import type { StorageContext, StorageDeps, StorageEnv } from './service.ts'
import { checkRead } from './signed-urls.ts'

type Route = Handler<StorageEnv, '/:bucket/:name{.+}'>

export const downloads = { withoutKey, withKey }

function withoutKey(deps: StorageDeps): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const render = renderer(deps)

  async function readPublic(path: ObjectPath): Promise<StoredObject> {
    const bucket = await findBucket(deps.database, path.bucket)
    // Like one that does not exist: its name is not confirmed to strangers.
    if (!bucket.public) throw noSuchBucket()
    return readAny(deps.database, path)
  }
  async function readSigned(c: StorageContext, path: ObjectPath) {
    const token = c.req.query('token')
    if (!token) throw invalidToken('A token is missing')
    const grant = await checkRead(deps.keys, path, token)
    if (!grant.signer) return { grant, object: await readAny(deps.database, path) }
    c.set('caller', grant.signer)
    return { grant, object: await readVisible(deps, c, path) }
  }

  get(app, '/object/public/:bucket/:name{.+}', async (c) =>
    serve(deps, c, await readPublic(pathOf(c)), 'public'),
  )
  get(app, '/object/sign/:bucket/:name{.+}', async (c) =>
    serve(deps, c, (await readSigned(c, pathOf(c))).object, 'private'),
  )
  get(app, '/object/info/public/:bucket/:name{.+}', async (c) =>
    c.json(infoOf(await readPublic(pathOf(c)))),
  )
  get(app, '/render/image/public/:bucket/:name{.+}', async (c) => {
    const transformation = readTransformation((name) => c.req.query(name))
    const object = await readPublic(pathOf(c))
    return render(c, object, transformation, cacheControlOf(object, 'public'))
  })
  get(app, '/render/image/sign/:bucket/:name{.+}', async (c) => {
    const { grant, object } = await readSigned(c, pathOf(c))
    const options = new Map(
      (grant.transformations ?? '').split(',').map((pair) => pair.split(':') as [string, string]),
    )
    const transformation = readTransformation((name) => options.get(name))
    return render(c, object, transformation, cacheControlOf(object, 'private'))
  })
  return app
}

function withKey(deps: StorageDeps): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const render = renderer(deps)
  const download: Route = async (c) =>
    serve(deps, c, await readVisible(deps, c, pathOf(c)), 'private')
  const info: Route = async (c) => c.json(infoOf(await readVisible(deps, c, pathOf(c))))

  get(app, '/object/authenticated/:bucket/:name{.+}', download)
  get(app, '/object/info/authenticated/:bucket/:name{.+}', info)
  get(app, '/object/info/:bucket/:name{.+}', info)
  get(app, '/render/image/authenticated/:bucket/:name{.+}', async (c) => {
    const transformation = readTransformation((name) => c.req.query(name))
    const object = await readVisible(deps, c, pathOf(c))
    return render(c, object, transformation, cacheControlOf(object, 'private'))
  })
  get(app, '/object/:bucket/:name{.+}', download)
  return app
}

/** Hono answers HEAD by the handler of GET, without the body. */
function get(app: Hono<StorageEnv>, path: string, handler: Route): void {
  app.get(path, handler as Handler<StorageEnv>)
}

export function pathOf(c: StorageContext): ObjectPath {
  return { bucket: c.req.param('bucket') ?? '', name: requireKey(c.req.param('name') ?? '') }
}

function serve(
  deps: StorageDeps,
  c: StorageContext,
  object: StoredObject,
  audience: 'public' | 'private',
): Promise<Response> {
  const { row, files } = object
  return serveFile(deps, c, files.whole, {
    contentType: row.metadata.mimetype,
    eTag: row.metadata.eTag,
    lastModified: row.updated_at,
    cacheControl: cacheControlOf(object, audience),
    name: row.name,
  })
}

/** A proxy must not keep what only some may read. */
function cacheControlOf({ row }: StoredObject, audience: 'public' | 'private'): string {
  return `${audience}, ${row.metadata.cacheControl}`
}

function infoOf({ row }: StoredObject) {
  const { metadata } = row
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: row.user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
  }
}
