// What callers with a key do with objects beside reading them.
import { Hono } from 'hono'
import * as v from 'valibot'
import { readJson } from './buckets.ts'
import { copyObject, moveObject, removeNamed, removeObjects } from './changes.ts'
import { pathOf } from './downloads.ts'
import { listObjects, listObjectsV2, parse } from './list.ts'
import { findBucket, ownerOf, readVisible } from './objects.ts'
import { noSuchKey } from './problems.ts'
import { readTransformation } from './render.ts'
import { runAs, type StorageContext, type StorageDeps, type StorageEnv } from './service.ts'
import { signRead, signUpload } from './signed-urls.ts'
import { requirePermission, upload } from './upload.ts'

const signSchema = v.object({
  expiresIn: v.number(),
  transform: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
})
const signManySchema = v.object({
  expiresIn: v.number(),
  paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(500)),
})

export function objectRoutes(deps: StorageDeps): Hono<StorageEnv> {
  const app = new Hono<StorageEnv>()
  const bucketOf = async (c: StorageContext) =>
    (await findBucket(deps.database, c.req.param('bucket') ?? '')).id

  app.post('/object/list/:bucket', async (c) => {
    const [bucket, body] = [await bucketOf(c), await readJson(c)]
    return c.json(await runAs(deps, c, (tx) => listObjects(tx, bucket, body)))
  })
  app.post('/object/list-v2/:bucket', async (c) => {
    const [bucket, body] = [await bucketOf(c), await readJson(c)]
    return c.json(await runAs(deps, c, (tx) => listObjectsV2(tx, bucket, body)))
  })
  app.post('/object/move', async (c) => c.json(await moveObject(deps, c, await readJson(c))))
  app.post('/object/copy', async (c) => c.json(await copyObject(deps, c, await readJson(c))))

  app.post('/object/upload/sign/:bucket/:name{.+}', async (c) => {
    const path = pathOf(c)
    const grant = { owner: ownerOf(c), isUpsert: isUpsert(c) }
    await requirePermission(deps, c, { ...path, ...grant })
    const token = await signUpload(deps.keys, path, grant)
    return c.json({ url: `/object/upload/sign/${path.bucket}/${path.name}?token=${token}`, token })
  })

  app.post('/object/sign/:bucket/:name{.+}', async (c) => {
    const path = pathOf(c)
    const { expiresIn, transform } = parse(signSchema, await readJson(c))
    await readVisible(deps, c, path)
    const transformations = transform && writeTransformations(transform)
    const token = await signRead(deps.keys, path, expiresIn, {
      ...(transformations && { transformations }),
      signer: c.var.caller,
    })
    const kind = transformations ? 'render/image' : 'object'
    return c.json({ signedURL: `/${kind}/sign/${path.bucket}/${path.name}?token=${token}` })
  })

  app.post('/object/sign/:bucket', async (c) => {
    const bucket = await bucketOf(c)
    const { expiresIn, paths } = parse(signManySchema, await readJson(c))
    const visible = await visibleNames(deps, c, bucket, paths)
    const signed = []
    for (const path of paths) {
      if (visible.has(path)) {
        const token = await signRead(deps.keys, { bucket, name: path }, expiresIn, {
          signer: c.var.caller,
        })
        signed.push({
          error: null,
          path,
          signedURL: `/object/sign/${bucket}/${path}?token=${token}`,
        })
      } else {
        const error = 'Either the object does not exist or you do not have access to it'
        signed.push({ error, path, signedURL: null })
      }
    }
    return c.json(signed)
  })

  app.delete('/object/:bucket', async (c) => {
    const [bucket, body] = [await bucketOf(c), await readJson(c)]
    return c.json(await removeObjects(deps, c, bucket, body))
  })
  app.delete('/object/:bucket/:name{.+}', async (c) => {
    const { bucket, name } = pathOf(c)
    const removed = await removeNamed(deps, c, bucket, [name])
    if (removed.length === 0) throw noSuchKey()
    return c.json({ message: 'Successfully deleted' })
  })
  app.on(['POST', 'PUT'], '/object/:bucket/:name{.+}', async (c) => {
    const target = { ...pathOf(c), owner: ownerOf(c), isUpsert: isUpsert(c) }
    return c.json(await upload(deps, c, target))
  })
  // Nothing stands between the browser and this server that could hold an old copy.
  app.delete('/cdn/:bucket/:name{.*}', (c) => c.json({ message: 'success' }))
  app.delete('/cdn/:bucket', (c) => c.json({ message: 'success' }))
  return app
}

function isUpsert(c: StorageContext): boolean {
  return c.req.method === 'PUT' || c.req.header('x-upsert') === 'true'
}

/** Checked now, so that a wrong size is refused here and not at every use of the URL. */
function writeTransformations(transform: Record<string, string | number>): string {
  readTransformation((name) => transform[name]?.toString())
  const known = ['width', 'height', 'resize', 'format', 'quality']
  return known
    .flatMap((name) => (transform[name] === undefined ? [] : `${name}:${transform[name]}`))
    .join(',')
}

async function visibleNames(
  deps: StorageDeps,
  c: StorageContext,
  bucket: string,
  paths: string[],
): Promise<Set<string>> {
  const { rows } = await runAs(deps, c, (tx) =>
    tx.query<{ name: string }>(
      'select name from storage.objects where bucket_id = $1 and name = any($2)',
      [bucket, paths],
    ),
  )
  return new Set(rows.map(({ name }) => name))
}
