// Removes files that no object names any more: of an upload that broke off, or of an object that was
// deleted or overwritten.
import type { Database } from '../database/database.ts'
import { type FileStore, StoreUnavailable } from './file-store.ts'

export interface SweepDeps {
  database: Database
  store: FileStore
}

export interface SweepOptions {
  /** A younger file may be of an upload that has not written its row yet. */
  minAgeMs?: number
  signal?: AbortSignal
  /** How long the store may take to remove one file. */
  removeWithinMs?: number
}

const hour = 3_600_000
const batch = 500
const isUnused = `put_at < clock_timestamp() - make_interval(secs => $1)
  and not exists (select from internal.object_files used where used.hash = files.hash)`

/** Returns how many were removed. */
export async function sweepFiles(
  { database, store }: SweepDeps,
  { minAgeMs = hour, signal, removeWithinMs = 4_000 }: SweepOptions = {},
): Promise<number> {
  const age = minAgeMs / 1000
  let removed = 0
  for (;;) {
    const { rows } = await database.query<{ hash: string }>(
      `select hash from internal.files
       where ${isUnused} order by hash limit ${batch}`,
      [age],
    )
    for (const { hash } of rows) {
      signal?.throwIfAborted()
      // Fails while a bucket is away, before a transaction waits for it.
      await store.find(hash)
      const remove = () => inTime(removeWithinMs, store.remove(hash))
      removed += await removeUnused(database, { hash, age, remove })
    }
    if (rows.length < batch) return removed
  }
}

/**
 * The deleted row is locked until the file is gone: an upload of the same bytes waits for it in
 * `keepFile`, and then stores them again.
 */
function removeUnused(
  database: Database,
  { hash, age, remove }: { hash: string; age: number; remove(): Promise<void> },
): Promise<number> {
  return database.transaction(async (tx) => {
    const { count } = await tx.query(`delete from internal.files where ${isUnused} and hash = $2`, [
      age,
      hash,
    ])
    if (count > 0) await remove()
    return count
  })
}

/**
 * The embedded engine has one connection: while a bucket that hangs is waited for in a transaction, no
 * enquiry can be stored. Less than an enquiry may take.
 */
async function inTime(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(new Error(`Not within ${ms} ms`))), ms)
  })
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
