// Uploads. The permission is asked before the body is read; the bytes are durable before the row that
// names them; whatever fails in between leaves a file without a row, which a sweep removes.
import { keepFile, linkFiles, type PictureFiles } from '../files/file-records.ts'
import type { StoredFile } from '../files/file-store.ts'
import { findWrongKind } from '../files/pictures/picture-kind.ts'
import { maxInputBytes } from '../files/pictures/picture-limits.ts'
import { type CleanPicture, PictureRefused } from '../files/pictures/picture-task.ts'
import { requireSpace } from '../files/space.ts'
import type { Spooled } from '../files/spool.ts'
import { widerNetworkOf } from '../limits/network.ts'
import {
  type BucketRow,
  findBucket,
  insertObject,
  type NewObject,
  type ObjectMetadata,
  type ObjectPath,
  selectObject,
} from './objects.ts'
import { invalidMimeType } from './problems.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { leaveRole, runAs, type StorageContext, type StorageDeps, tryAs } from './service.ts'

export interface UploadTarget extends ObjectPath {
  owner: string | undefined
  isUpsert: boolean
}

/** Throws when the caller may not store this object, or it is there already. */
export async function requirePermission(
  deps: StorageDeps,
  c: StorageContext,
  target: UploadTarget,
): Promise<BucketRow> {
  const bucket = await findBucket(deps.database, target.bucket)
  await tryAs(deps, c, (tx) =>
    insertObject(tx, { ...target, metadata: null, userMetadata: undefined }),
  )
  return bucket
}

export async function upload(
  deps: StorageDeps,
  c: StorageContext,
  target: UploadTarget,
): Promise<{ Id: string; Key: string }> {
  const bucket = await requirePermission(deps, c, target)
  await requireSpace(deps, deps.space)
  const received = await readUpload(c.req.raw, deps.spool, maxBytesOf(bucket))
  try {
    const id = await storeUpload(deps, c, { target, bucket, received })
    return { Id: id, Key: `${target.bucket}/${target.name}` }
  } finally {
    await received.file.remove()
  }
}

export function maxBytesOf({ file_size_limit: limit }: BucketRow): number {
  return Math.min(limit ?? maxInputBytes, maxInputBytes)
}

export interface ReceivedUpload {
  target: UploadTarget
  bucket: BucketRow
  received: Omit<Upload, 'file'> & { file: Pick<Spooled, 'path' | 'head'> }
}

/** Returns the id of the object. */
export async function storeUpload(
  deps: StorageDeps,
  c: StorageContext,
  { target, bucket, received }: ReceivedUpload,
): Promise<string> {
  const { file, maxAge, userMetadata } = received
  requireType(bucket, received.contentType)
  const sender = deps.clientNetwork(c.req.raw)
  const { files, metadata } = await storePicture(deps, file, { sender, maxAge })
  return record(deps, c, { ...target, metadata, userMetadata }, files)
}

/** All that storing a picture takes, for a tool that has no service. */
export type PictureDeps = Pick<StorageDeps, 'database' | 'store' | 'pictures'>

export interface SentPicture {
  /** Takes turns with others: the network that it came from. */
  sender: string
  maxAge: number
}

/** Decodes a file, writes it anew and stores the picture and its thumbnail. */
export async function storePicture(
  deps: PictureDeps,
  file: Pick<Spooled, 'path' | 'head'>,
  { sender, maxAge }: SentPicture,
) {
  const wrong = findWrongKind(file.head)
  if (wrong) throw new PictureRefused(wrong)
  // A provider gives one customer many networks: they take one turn.
  const picture = await deps.pictures.clean(file.path, widerNetworkOf(sender) ?? sender)
  const files = await keepPicture(deps, picture)
  const { contentType, width, height } = picture
  return { files, metadata: metadataOf({ contentType, width, height }, files.picture, maxAge) }
}

/** `image/*` stands for all pictures. */
function requireType({ allowed_mime_types: allowed }: BucketRow, type: string): void {
  if (!allowed || allowed.length === 0) return
  const matches = (pattern: string) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type
  if (!allowed.some(matches)) throw invalidMimeType(type)
}

async function keepPicture(
  { database, store }: PictureDeps,
  { bytes, thumbnail }: CleanPicture,
): Promise<PictureFiles> {
  return {
    picture: await keepFile(database, store, bytes),
    thumbnail: await keepFile(database, store, thumbnail.bytes),
  }
}

export function metadataOf(
  { contentType, ...sides }: { contentType: string; width?: number; height?: number },
  { hash, size }: StoredFile,
  maxAge: number,
): ObjectMetadata {
  return {
    eTag: `"${hash.slice(0, 32)}"`,
    size,
    mimetype: contentType,
    cacheControl: `max-age=${maxAge}`,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...sides,
  }
}

function record(
  deps: StorageDeps,
  c: StorageContext,
  object: NewObject,
  files: PictureFiles,
): Promise<string> {
  return runAs(deps, c, async (tx) => {
    await insertObject(tx, object)
    await leaveRole(tx)
    const { id } = await selectObject(tx, object)
    await linkFiles(tx, id, files)
    return id
  })
}
