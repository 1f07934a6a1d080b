// The rows of storage.objects.
import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../database/database.ts'
import { findFiles, type ObjectFiles } from '../files/file-records.ts'
import { noSuchBucket, noSuchKey } from './problems.ts'
import { leaveRole, runAs, type StorageContext, type StorageDeps } from './service.ts'

export interface ObjectPath {
  bucket: string
  name: string
}

/** As Supabase keeps it. */
export interface ObjectMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  /** Of a picture. */
  width?: number
  height?: number
}

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  version: string | null
  created_at: Date
  updated_at: Date
  metadata: ObjectMetadata
  user_metadata: unknown
}

export interface StoredObject {
  row: ObjectRow
  files: ObjectFiles
}

export interface BucketRow {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

/** With the server's rights: that a bucket exists is no secret, what is in it is. */
export async function findBucket(database: Queryable, id: string): Promise<BucketRow> {
  const { rows } = await database.query<BucketRow>(
    `select id, public, file_size_limit::float8 as file_size_limit,
       to_jsonb(allowed_mime_types) as allowed_mime_types
     from storage.buckets where id = $1`,
    [id],
  )
  if (!rows[0]) throw noSuchBucket()
  return rows[0]
}

const selectOne = `select id, bucket_id, name, version, created_at, updated_at, metadata, user_metadata
  from storage.objects where bucket_id = $1 and name = $2`

/** An object that the caller may read. */
export function readVisible(
  deps: StorageDeps,
  c: StorageContext,
  path: ObjectPath,
): Promise<StoredObject> {
  return runAs(deps, c, async (tx) => {
    const row = await selectObject(tx, path)
    await leaveRole(tx)
    return withFiles(tx, row)
  })
}

/** For holders of a signed URL, and public buckets. */
export async function readAny(database: Database, path: ObjectPath): Promise<StoredObject> {
  return withFiles(database, await selectObject(database, path))
}

export async function selectObject(
  tx: Queryable,
  { bucket, name }: ObjectPath,
): Promise<ObjectRow> {
  const { rows } = await tx.query<ObjectRow>(selectOne, [bucket, name], { name: 'select-object' })
  if (!rows[0]) throw noSuchKey()
  return rows[0]
}

async function withFiles(tx: Queryable, row: ObjectRow): Promise<StoredObject> {
  const files = await findFiles(tx, row.id)
  if (!files) throw noSuchKey()
  return { row, files }
}

export interface NewObject extends ObjectPath {
  owner: string | undefined
  metadata: ObjectMetadata | null
  userMetadata: unknown
  isUpsert: boolean
}

/** Without RETURNING, which would need the permission to read. */
export async function insertObject(tx: Queryable, object: NewObject): Promise<void> {
  const { bucket, name, owner, metadata, userMetadata, isUpsert } = object
  await tx.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, user_metadata, version)
     values ($1, $2, $3::uuid, $3::text, $4::jsonb, $5::jsonb, $6)
     ${isUpsert ? overwrite : ''}`,
    [
      bucket,
      name,
      owner ?? null,
      metadata && JSON.stringify(metadata),
      userMetadata === undefined ? null : JSON.stringify(userMetadata),
      randomUUID(),
    ],
  )
}

const overwrite = `on conflict (bucket_id, name) do update
  set metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id,
    updated_at = now(), last_accessed_at = now()`

/** The id of the user who called, if there is one. */
export function ownerOf({ var: { caller } }: StorageContext): string | undefined {
  const { sub } = caller.claims
  return caller.role === 'authenticated' && typeof sub === 'string' ? sub : undefined
}
