// Refuses photographs before the disk is full, so that the database can always store an enquiry.
import type { Queryable } from '../database/database.ts'
import { type FileStore, StoreFull } from './file-store.ts'
import type { Spool } from './spool.ts'

export interface SpaceLimits {
  /** Of all files together. */
  maxTotalBytes: number
  /** Free space on the disk below which nothing is stored. */
  minFreeBytes: number
}

export async function requireSpace(
  { database, store, spool }: { database: Queryable; store: FileStore; spool: Spool },
  { maxTotalBytes, minFreeBytes }: SpaceLimits,
): Promise<void> {
  // Uploads arrive on this machine's disk, also where a bucket keeps them.
  for (const free of [await store.freeBytes(), await spool.freeBytes()]) {
    if (free !== undefined && free < minFreeBytes) throw new StoreFull()
  }
  const { rows } = await database.query<{ total: number }>(
    'select coalesce(sum(size), 0)::float8 as total from internal.files',
    [],
    { name: 'total-file-bytes' },
  )
  if ((rows[0]?.total ?? 0) >= maxTotalBytes) throw new StoreFull()
}
