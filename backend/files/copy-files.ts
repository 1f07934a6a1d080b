// Copies files from one store into another, for backups and for moving between a folder and a bucket.
// What is there already is skipped, so that an interrupted copy resumes; every file is checked by its
// hash on the way.
import { type FileStore, type StoredFile, StoreFull } from './file-store.ts'

export interface CopiedFiles {
  copied: number
  /** Were there already. */
  present: number
  /** Not in the source, or not what their hash says. */
  missing: number
}

export interface CopyOptions {
  /** A file that is there already was needed again. */
  onPresent?(hash: string): Promise<void>
  /** Free space of the target below which nothing is copied. */
  minFreeBytes?: number
  signal?: AbortSignal | undefined
}

export async function copyFiles(
  from: FileStore,
  to: FileStore,
  files: AsyncIterable<StoredFile>,
  { onPresent, minFreeBytes = 0, signal }: CopyOptions = {},
): Promise<CopiedFiles> {
  const result = { copied: 0, present: 0, missing: 0 }
  let isFull = false
  for await (const { hash, size } of files) {
    signal?.throwIfAborted()
    if ((await to.find(hash))?.size === size) {
      await onPresent?.(hash)
      result.present += 1
      continue
    }
    isFull ||= !(await hasRoom(to, size, minFreeBytes))
    // Those that are there already are still looked at: a backup renews the date of what it needs.
    if (isFull) continue
    if (await copyOne(from, to, hash)) result.copied += 1
    else result.missing += 1
  }
  if (isFull) throw new StoreFull()
  return result
}

async function hasRoom(to: FileStore, size: number, minFreeBytes: number): Promise<boolean> {
  const free = minFreeBytes > 0 ? await to.freeBytes() : undefined
  return free === undefined || free - size >= minFreeBytes
}

async function copyOne(from: FileStore, to: FileStore, hash: string): Promise<boolean> {
  const bytes = await from.open(hash)
  if (!bytes) return false
  const stored = await to.put(bytes as unknown as AsyncIterable<Uint8Array>)
  if (stored.hash === hash) return true
  // Damaged in the source: it was stored under the name of what it is now.
  await to.remove(stored.hash)
  return false
}
