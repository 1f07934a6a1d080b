// The thread that writes and checks backups, at the lowest priority: it takes what visitors leave.
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { BackupSource, Transactional } from '../database/database.ts'
import { refuseDamage } from '../database/embedded/damage/refuse-damage.ts'
import { openScratch } from '../database/embedded/scratch.ts'
import { copyFolder } from '../database/embedded/snapshot.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import { schema } from '../database/schema.ts'
import { createBackupFile, readBackupFile } from './backup-file.ts'
import type { BackupTask, Copied } from './backup-task.ts'
import { RestoreRefused, restoreBackup } from './restore.ts'
import { countedTables, type Totals } from './totals.ts'
import { writeBackup } from './write-backup.ts'

// Linux has a priority for each thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(19)
const task = workerData as BackupTask
parentPort?.postMessage(await (task.kind === 'copy' ? copy(task) : check(task)))

type TaskOf<Kind extends BackupTask['kind']> = Extract<BackupTask, { kind: Kind }>

async function copy({ source, file }: TaskOf<'copy'>): Promise<Copied> {
  const database = await open(source)
  const target = createBackupFile(file)
  try {
    const totals = await writeBackup(database, target.write)
    return { ...totals, bytes: target.finish() }
  } catch (error) {
    target.discard()
    throw error
  } finally {
    await database.close()
  }
}

async function open(source: BackupSource) {
  if (source.engine === 'postgres') return openPostgres({ url: source.url, poolSize: 1 })
  refuseDamage(source.folder)
  return openScratch(source.folder)
}

/** Restores as `npm run restore` does, then asks the database itself what it holds. */
async function check(task: TaskOf<'check'>): Promise<Totals> {
  const { file, emptyDatabase, scratch: folder } = task
  // Without it, while developing, PGlite makes one.
  if (existsSync(emptyDatabase)) copyFolder(emptyDatabase, folder)
  const scratch = await openScratch(folder)
  try {
    await migrate(scratch, schema)
    const restored = await restoreBackup(scratch, readBackupFile(file))
    for (const [name, table] of Object.entries(countedTables)) {
      const expected = restored[name as keyof typeof countedTables]
      const found = await countRows(scratch, table)
      if (found === expected) continue
      throw new RestoreRefused(
        `${table} has ${found} rows after the restore instead of ${expected}.`,
      )
    }
    return restored
  } finally {
    await scratch.close()
  }
}

async function countRows(database: Transactional, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`select count(*)::int from ${table}`)
  return rows[0]?.count ?? 0
}
