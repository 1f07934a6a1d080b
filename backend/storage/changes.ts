// Moves, copies and removes objects. Only rows change: two objects may name the same file, and the
// hourly sweep removes those that none names any more.
import * as v from 'valibot'
import { copyLinks } from '../files/file-records.ts'
import { parse } from './list.ts'
import { requireKey } from './names.ts'
import { findBucket, insertObject, ownerOf, selectObject } from './objects.ts'
import { alreadyExists, noSuchKey } from './problems.ts'
import { leaveRole, runAs, type StorageContext, type StorageDeps } from './service.ts'

const transferSchema = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationKey: v.string(),
  destinationBucket: v.optional(v.nullable(v.string())),
})

async function readTransfer({ database }: StorageDeps, body: unknown) {
  const { bucketId, sourceKey, destinationKey, destinationBucket } = parse(transferSchema, body)
  const bucket = destinationBucket ?? bucketId
  await findBucket(database, bucketId)
  await findBucket(database, bucket)
  return {
    from: { bucket: bucketId, name: requireKey(sourceKey) },
    to: { bucket, name: requireKey(destinationKey) },
  }
}

export async function moveObject(deps: StorageDeps, c: StorageContext, body: unknown) {
  const { from, to } = await readTransfer(deps, body)
  const id = await runAs(deps, c, async (tx) => {
    const { id } = await selectObject(tx, from)
    const { count } = await tx.query(
      'update storage.objects set bucket_id = $2, name = $3, updated_at = now() where id = $1',
      [id, to.bucket, to.name],
    )
    if (count === 0) throw noSuchKey()
    return id
  })
  return { message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` }
}

export async function copyObject(deps: StorageDeps, c: StorageContext, body: unknown) {
  const { from, to } = await readTransfer(deps, body)
  if (from.bucket === to.bucket && from.name === to.name) throw alreadyExists()
  const isUpsert = c.req.header('x-upsert') === 'true'
  const id = await runAs(deps, c, async (tx) => {
    const source = await selectObject(tx, from)
    const { metadata, user_metadata: userMetadata } = source
    await insertObject(tx, { ...to, owner: ownerOf(c), metadata, userMetadata, isUpsert })
    await leaveRole(tx)
    const copy = await selectObject(tx, to)
    await copyLinks(tx, source.id, copy.id)
    return copy.id
  })
  return { Id: id, Key: `${to.bucket}/${to.name}` }
}

const removeSchema = v.object({
  prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)),
})

export function removeObjects(deps: StorageDeps, c: StorageContext, bucket: string, body: unknown) {
  return removeNamed(deps, c, bucket, parse(removeSchema, body).prefixes)
}

/** All objects of the bucket without names. Returns the rows that the caller was allowed to remove. */
export function removeNamed(
  deps: StorageDeps,
  c: StorageContext,
  bucket: string,
  names?: string[],
) {
  return runAs(deps, c, async (tx) => {
    const { rows } = await tx.query(
      `delete from storage.objects where bucket_id = $1 and ($2::text[] is null or name = any($2))
       returning id, bucket_id, name, owner, owner_id, version, created_at, updated_at,
         last_accessed_at, metadata, user_metadata`,
      [bucket, names ?? null],
    )
    return rows
  })
}
