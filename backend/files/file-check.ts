// Compares the rows with the file store, both ways: a file without a row becomes one that the sweep
// removes, and a file that is missing or has another size is reported. Both come in order of hash, so
// that a million files need no more memory than a few.
import type { Database } from '../database/database.ts'
import type { FileStore, ListedFile } from './file-store.ts'

export interface FileCheck {
  files: number
  /** Files that no row knew. */
  unknown: number
  /** Of these, files that are kept because another database may name them. */
  kept: number
  /** Hashes that an object names, and the store does not have. */
  missing: string[]
  /** Hashes of files with another size than was stored. */
  damaged: string[]
}

interface Row {
  hash: string
  size: number
  is_settled: boolean
}

const batch = 500
/** Of the reported lists. */
const maxReported = 100

export async function checkFiles(
  { database, store }: { database: Database; store: FileStore },
  signal?: AbortSignal,
): Promise<FileCheck> {
  const check: FileCheck = { files: 0, unknown: 0, kept: 0, missing: [], damaged: [] }
  const keptBefore = await readKeptBefore(database)
  const rows = readRows(database)[Symbol.asyncIterator]()
  let row = (await rows.next()).value

  async function passRow(current: Row): Promise<void> {
    // Looked up again: it may have been stored after its part of the list was read.
    if (current.is_settled && !(await store.find(current.hash))) report(check.missing, current.hash)
    row = (await rows.next()).value
  }

  for await (const file of store.list()) {
    signal?.throwIfAborted()
    check.files += 1
    while (row && row.hash < file.hash) await passRow(row)
    if (row?.hash !== file.hash) {
      check.unknown += 1
      if (file.modifiedAt < keptBefore) check.kept += 1
      else await adopt(database, file)
      continue
    }
    if (row.size !== file.size) report(check.damaged, row.hash)
    row = (await rows.next()).value
  }
  while (row) await passRow(row)
  return check
}

function report(list: string[], hash: string): void {
  if (list.length < maxReported) list.push(hash)
}

/** Settled: an object names it, and it is older than an upload takes. */
async function* readRows(database: Database): AsyncGenerator<Row, undefined> {
  for (let after = ''; ; ) {
    const { rows } = await database.query<Row>(
      `select hash, size::float8 as size,
         put_at < clock_timestamp() - interval '1 hour'
           and exists (select from internal.object_files used where used.hash = files.hash)
           as is_settled
       from internal.files where hash collate "C" > $1 order by hash collate "C" limit ${batch}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return undefined
    after = last.hash
  }
}

/**
 * When this database began, or was last restored, if that was within a month. A file from before then may
 * belong to the database that was there: a backup was put back for a rehearsal, an older version was
 * returned to, or the product was started beside the files of another one by mistake.
 */
async function readKeptBefore(database: Database): Promise<Date> {
  const { rows } = await database.query<{ begun: Date | null }>(
    `select begun from (
       select greatest(
         (select min(applied_at) from internal.migrations),
         (select max(restored_at) from internal.restores)
       ) as begun
     ) database where begun > clock_timestamp() - interval '30 days'`,
  )
  return rows[0]?.begun ?? new Date(0)
}

/** As old as the file, so that the sweep removes it when no upload can be under way. */
async function adopt(database: Database, { hash, size, modifiedAt }: ListedFile): Promise<void> {
  await database.query(
    `insert into internal.files (hash, size, put_at) values ($1, $2, $3) on conflict do nothing`,
    [hash, Math.max(size, 1), modifiedAt],
  )
}
