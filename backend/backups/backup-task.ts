// Runs backups and their checks in a worker thread, so that no request waits for them.
import { mkdir, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupSource, Database } from '../database/database.ts'
import type { CopiedFiles } from '../files/copy-files.ts'
import type { FileStoreSettings } from '../files/open-file-store.ts'
import type { Totals } from './totals.ts'

export type BackupTask =
  | { kind: 'copy'; source: BackupSource; file: string; files?: FileStoreSettings | undefined }
  | { kind: 'check'; file: string; emptyDatabase: string; scratch: string }

export interface Copied extends Totals {
  /** The size of the file. */
  bytes: number
  /** Of the files beside it, or why they could not be copied: the rows are safe all the same. */
  files: CopiedFiles | { error: string }
}

export interface TaskOptions {
  /** The built worker. */
  backupWorkerFile: URL
  signal?: AbortSignal | undefined
  /** The store whose files are copied too. */
  files?: FileStoreSettings | undefined
}

/** Writes a consistent copy of all data while the database is in use. */
export async function backUp(
  database: Pick<Database, 'snapshot'>,
  file: string,
  options: TaskOptions,
): Promise<Copied> {
  const { source, remove } = await database.snapshot()
  try {
    return await copySource(source, file, options)
  } finally {
    await remove()
  }
}

export function copySource(
  source: BackupSource,
  file: string,
  options: TaskOptions,
): Promise<Copied> {
  return runTask<Copied>({ kind: 'copy', source, file, files: options.files }, options)
}

export interface CheckOptions extends TaskOptions {
  /** The folder of an empty, migrated database. */
  emptyDatabase: string
  /** Where scratch databases are created. */
  scratchFolder: string
}

export interface Checked extends Totals {
  /** Files that the backup names and that are not beside it. */
  missingFiles: number
}

/** Restores the file into a new database, counts the rows, and removes the database. */
export async function checkBackupFile(
  file: string,
  { emptyDatabase, scratchFolder, ...options }: CheckOptions,
): Promise<Checked> {
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  await requireRoom(file, scratchFolder)
  const scratch = await mkdtemp(join(scratchFolder, 'restore-check-'))
  try {
    return await runTask<Checked>({ kind: 'check', file, emptyDatabase, scratch }, options)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Rows, indexes and the write-ahead log of a restore, estimated; enquiries need the rest of the disk. */
const roomForByte = 20
const reserveBytes = 250_000_000

async function requireRoom(file: string, scratchFolder: string): Promise<void> {
  const needed = (await stat(file)).size * roomForByte + reserveBytes
  const { bavail, bsize } = await statfs(scratchFolder)
  if (bavail * bsize >= needed) return
  const megabytes = Math.ceil(needed / 1e6).toLocaleString('en-GB')
  throw new Error(`Checking it needs ${megabytes} MB of free room in ${scratchFolder} for a while.`)
}

function runTask<Answer>(task: BackupTask, { backupWorkerFile, signal }: TaskOptions) {
  return new Promise<Answer>((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(backupWorkerFile, {
      workerData: task,
      // Batches are 1 MB: without a limit V8 would grow the heap rather than collect garbage.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    })
    const stop = () => void worker.terminate()
    signal?.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(signal?.reason ?? new Error('The backup thread ended without an answer'))
    })
  })
}
