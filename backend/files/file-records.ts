// The rows that say which files there are, and which object each belongs to.
import { createHash } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import type { FileStore, StoredFile } from './file-store.ts'

export interface PictureFiles {
  picture: StoredFile
  thumbnail: StoredFile
}

export interface ObjectFiles {
  /** The picture or the document. */
  whole: StoredFile
  /** Of a picture. */
  thumbnail: StoredFile | undefined
}

/**
 * Stores bytes that an object will name. The row comes first: while a sweep removes the same file, it
 * holds the row, and this waits. Without an object the file is removed by a later sweep.
 */
export async function keepFile(
  database: Queryable,
  store: FileStore,
  bytes: Uint8Array,
): Promise<StoredFile> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  await database.query(
    `insert into internal.files (hash, size) values ($1, $2)
     on conflict (hash) do update set put_at = clock_timestamp()`,
    [hash, bytes.byteLength],
  )
  const stored = await store.put(bytes)
  if (stored.hash !== hash) throw new Error('The file store named the bytes otherwise')
  return stored
}

/** Names the files of a new object, or replaces those of one that is overwritten. */
export async function linkFiles(
  tx: Queryable,
  objectId: string,
  { picture, thumbnail }: PictureFiles,
): Promise<void> {
  await tx.query(
    `insert into internal.object_files (object_id, variant, hash)
     values ($1, 'picture', $2), ($1, 'thumbnail', $3)
     on conflict (object_id, variant) do update set hash = excluded.hash`,
    [objectId, picture.hash, thumbnail.hash],
  )
}

/** Names the file of a new object that is no picture. */
export async function linkDocument(
  tx: Queryable,
  objectId: string,
  { hash }: StoredFile,
): Promise<void> {
  await tx.query(
    `insert into internal.object_files (object_id, variant, hash) values ($1, 'document', $2)`,
    [objectId, hash],
  )
}

export async function copyLinks(tx: Queryable, fromId: string, toId: string): Promise<void> {
  await tx.query(
    `insert into internal.object_files (object_id, variant, hash)
     select $2, variant, hash from internal.object_files where object_id = $1
     on conflict (object_id, variant) do update set hash = excluded.hash`,
    [fromId, toId],
  )
}

/** Undefined for an object without files, such as one of a backup whose files are missing. */
export async function findFiles(tx: Queryable, objectId: string): Promise<ObjectFiles | undefined> {
  const { rows } = await tx.query<StoredFile & { variant: keyof PictureFiles | 'document' }>(
    `select variant, hash, size::float8 as size
     from internal.object_files join internal.files using (hash) where object_id = $1`,
    [objectId],
  )
  const find = (name: (typeof rows)[number]['variant']) => {
    const row = rows.find(({ variant }) => variant === name)
    return row && { hash: row.hash, size: row.size }
  }
  const [picture, thumbnail, document] = [find('picture'), find('thumbnail'), find('document')]
  if (document) return { whole: document, thumbnail: undefined }
  return picture && thumbnail && { whole: picture, thumbnail }
}
