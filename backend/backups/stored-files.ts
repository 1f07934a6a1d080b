// The files of a backup lie beside it, in one folder for all backups of that place: a photograph that
// ten of them hold is kept once, and each backup copies only what is new.
import { dirname, join } from 'node:path'
import type { Queryable } from '../database/database.ts'
import { type CopiedFiles, copyFiles } from '../files/copy-files.ts'
import type { FileStore, StoredFile } from '../files/file-store.ts'
import { folderStore } from '../files/folder-store.ts'
import { type FileStoreSettings, openFileStore } from '../files/open-file-store.ts'
import { amount } from './totals.ts'

const batch = 500
/**
 * Photographs must not take the room that enquiries need, here no more than where they arrive: visitors
 * decide how many there are.
 */
const minFreeBytes = 500 * 1024 * 1024

export function backupFilesFolder(backup: string): string {
  return join(dirname(backup), 'backup-files')
}

/** Copies the files that the database names, from the product's store to the folder. */
export function backUpFiles(
  database: Queryable,
  from: FileStoreSettings,
  backup: string,
): Promise<CopiedFiles> {
  const to = folderStore(backupFilesFolder(backup))
  const options = { onPresent: to.touch, minFreeBytes }
  return copyFiles(openFileStore(from), to, namedFiles(database), options)
}

/** Copies the files that the backup names into the product's store. */
export function restoreFiles(
  lines: AsyncIterable<string>,
  backup: string,
  to: FileStoreSettings,
): Promise<CopiedFiles> {
  const from = folderStore(backupFilesFolder(backup))
  return copyFiles(from, openFileStore(to), filesOfLines(lines))
}

/** `, with 12 files`, or nothing when there are none. */
export function describeFiles({ copied, present, missing }: CopiedFiles): string {
  const files = copied + present
  const lacks = missing > 0 ? `; ${amount(missing, 'file is', 'files are')} missing` : ''
  return files > 0 ? `, with ${amount(files, 'file', 'files')}${lacks}` : lacks
}

/** How many files that the backup names are not beside it. */
export async function countMissingFiles(database: Queryable, backup: string): Promise<number> {
  const folder = folderStore(backupFilesFolder(backup))
  let missing = 0
  for await (const { hash, size } of namedFiles(database)) {
    if ((await folder.find(hash))?.size !== size) missing += 1
  }
  return missing
}

/** Removes what no backup since this date names: each backup renews the date of what it needs. */
export async function removeOldFiles(folder: string, oldestBackup: Date): Promise<void> {
  const store: FileStore = folderStore(join(folder, 'backup-files'))
  for await (const { hash, modifiedAt } of store.list()) {
    if (modifiedAt < oldestBackup) await store.remove(hash)
  }
  await store.removeUnfinished(oldestBackup)
}

async function* namedFiles(database: Queryable): AsyncGenerator<StoredFile> {
  // A database that has not been migrated yet has no files.
  const { rows: found } = await database.query<{ exists: boolean }>(
    `select to_regclass('internal.files') is not null as exists`,
  )
  if (!found[0]?.exists) return
  for (let after = ''; ; ) {
    const { rows } = await database.query<StoredFile>(
      `select hash, size::float8 as size from internal.files
       where hash collate "C" > $1
         and exists (select from internal.object_files used where used.hash = files.hash)
       order by hash collate "C" limit ${batch}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.hash
  }
}

/** The rows of internal.files in the lines of a backup; those that no object names are harmless. */
async function* filesOfLines(lines: AsyncIterable<string>): AsyncGenerator<StoredFile> {
  let isFiles = false
  for await (const line of lines) {
    if (/^\{"(table|end)":/.test(line)) isFiles = line.startsWith('{"table":"internal.files"')
    else if (isFiles && line !== '') yield JSON.parse(line)
  }
}
