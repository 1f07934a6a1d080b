// Backups and their checks run in a thread of their own: nothing that visitors wait for is in it.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupSource, Database } from '../database/database.ts'
import type { Totals } from './totals.ts'

export type BackupTask =
  | { kind: 'copy'; source: BackupSource; file: string }
  | { kind: 'check'; file: string; emptyDatabase: string; scratch: string }

export interface Copied extends Totals {
  /** The size of the file. */
  bytes: number
}

export interface TaskOptions {
  /** The built thread. */
  backupWorkerFile: URL
  signal?: AbortSignal | undefined
}

/** A consistent copy of all data, taken while the database is used. */
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
  return runTask<Copied>({ kind: 'copy', source, file }, options)
}

export interface CheckOptions extends TaskOptions {
  /** The folder of an empty, migrated database. */
  emptyDatabase: string
  /** Where the scratch database may be. */
  scratchFolder: string
}

/** Restores the file into a new database, counts, and removes it again. */
export async function checkBackupFile(
  file: string,
  { emptyDatabase, scratchFolder, ...options }: CheckOptions,
): Promise<Totals> {
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  const scratch = await mkdtemp(join(scratchFolder, 'restore-check-'))
  try {
    return await runTask<Totals>({ kind: 'check', file, emptyDatabase, scratch }, options)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function runTask<Answer>(task: BackupTask, { backupWorkerFile, signal }: TaskOptions) {
  return new Promise<Answer>((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(backupWorkerFile, {
      workerData: task,
      // Batches are of 1 MB: without a limit V8 would rather grow than clean up.
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
