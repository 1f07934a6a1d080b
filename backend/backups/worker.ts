// The worker thread that writes and checks backups, at the lowest priority so that requests come
// first.
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { BackupSource, Transactional } from '../database/database.ts'
import { verifyIntegrity } from '../database/embedded/damage/verify-integrity.ts'
import { openScratch } from '../database/embedded/scratch.ts'
import { copyFolder } from '../database/embedded/snapshot.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import { schema } from '../database/schema.ts'
import type { FileStoreSettings } from '../files/open-file-store.ts'
import { createBackupFile, restoreBackupFile, verifyBackupFile } from './backup-file.ts'
import type { BackupTask, Checked, Copied } from './backup-task.ts'
import { RestoreRefused } from './restore.ts'
import { backUpFiles, countMissingFiles } from './stored-files.ts'
import { countedTables } from './totals.ts'
import { writeBackup } from './write-backup.ts'

// On Linux the priority is per thread; elsewhere it would apply to the whole process.
if (process.platform === 'linux') setPriority(19)
const task = workerData as BackupTask
parentPort?.postMessage(await (task.kind === 'copy' ? copy(task) : check(task)))

type TaskOf<Kind extends BackupTask['kind']> = Extract<BackupTask, { kind: Kind }>

async function copy({ source, file, files }: TaskOf<'copy'>): Promise<Copied> {
  const database = await open(source)
  try {
    const rows = await copyRows(database, file)
    return { ...rows, files: await copyFilesBeside(database, file, files) }
  } finally {
    await database.close()
  }
}

async function copyRows(database: Transactional, file: string) {
  const target = createBackupFile(file)
  try {
    const totals = await writeBackup(database, target.write)
    return { ...totals, bytes: target.finish() }
  } catch (error) {
    target.discard()
    throw error
  }
}

/** After the rows, so that every file they name was there. While a bucket is away, the rows suffice. */
async function copyFilesBeside(
  database: Transactional,
  file: string,
  files: FileStoreSettings | undefined,
): Promise<Copied['files']> {
  if (!files) return { copied: 0, present: 0, missing: 0 }
  try {
    return await backUpFiles(database, files, file)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function open(source: BackupSource) {
  if (source.engine === 'postgres') return openPostgres({ url: source.url, poolSize: 1 })
  verifyIntegrity(source.folder)
  return openScratch(source.folder)
}

/** Restores as `npm run restore` does, then counts the rows in the database. */
async function check(task: TaskOf<'check'>): Promise<Checked> {
  const { file, emptyDatabase, scratch: folder } = task
  await verifyBackupFile(file)
  // In development there may be none: PGlite then creates a database.
  if (existsSync(emptyDatabase)) copyFolder(emptyDatabase, folder)
  const scratch = await openScratch(folder)
  try {
    await migrate(scratch, schema)
    const restored = await restoreBackupFile(scratch, file)
    for (const [name, table] of Object.entries(countedTables)) {
      const expected = restored[name as keyof typeof countedTables]
      const found = await countRows(scratch, table)
      if (found === expected) continue
      throw new RestoreRefused(
        `${file}: ${table} has ${found} rows after the restore instead of ${expected}.`,
      )
    }
    return { ...restored, missingFiles: await countMissingFiles(scratch, file) }
  } finally {
    await scratch.close()
  }
}

async function countRows(database: Transactional, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`select count(*)::int from ${table}`)
  return rows[0]?.count ?? 0
}
