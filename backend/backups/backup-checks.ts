// Checks the latest backup by restoring it into a scratch database and counting its rows. The result is
// recorded with the backup, for every instance and the next start.
import { rm } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { type CheckOptions, checkBackupFile } from './backup-task.ts'
import type { Totals } from './totals.ts'

/** Everything in the scratch folder is removed. */
export interface BackupCheckOptions extends Omit<CheckOptions, 'signal'> {
  database: Database
  log: JobLog
}

export const checkKind = 'backup-check'
const pollEveryMs = 300_000
const timeoutMs = 7_200_000

export function backupCheckWorker(options: BackupCheckOptions): Worker {
  const { database, log, ...check } = options
  return {
    kind: checkKind,
    concurrency: 1,
    everyMs: pollEveryMs,
    timeoutMs,
    async run(_, signal) {
      const backup = await findUnproven(database)
      if (!backup) return
      // Left by a process that was killed.
      await rm(check.scratchFolder, { recursive: true, force: true })
      const { file } = backup
      try {
        const found = await checkBackupFile(file, { ...check, signal })
        refuseOther(found, backup)
        if (found.missingFiles > 0) {
          log.error({ file, missing: found.missingFiles }, 'the backup lacks files')
        }
        await record(database, backup.id, null)
        log.info({ file, ...found }, 'backup restored into a scratch database')
      } catch (error) {
        // Stopped by a shutdown: that is no failed check.
        if (signal.aborted) throw error
        const reason = error instanceof Error ? error.message : String(error)
        await record(database, backup.id, reason)
        log.error({ file, reason }, 'the backup cannot be restored')
        throw error
      }
    },
  }
}

type Row = { id: string; file: string; rows: number; enquiries: number | null }

/** The latest backup, unless its check has succeeded. */
async function findUnproven(database: Database): Promise<Row | undefined> {
  const { rows } = await database.query<Row & { is_proven: boolean }>(
    `select id, file, rows, enquiries, checked_at is not null and check_error is null as is_proven
     from internal.backups where created_at <= now() + interval '10 minutes'
     order by created_at desc limit 1`,
  )
  return rows[0]?.is_proven ? undefined : rows[0]
}

/** The file may have been replaced since it was written. */
function refuseOther(found: Totals, { rows, enquiries }: Row): void {
  if (found.rows === rows && (enquiries === null || found.enquiries === enquiries)) return
  throw new Error(
    `it holds ${found.enquiries} enquiries in ${found.rows} rows, but ${enquiries ?? '?'} in ${rows} were written`,
  )
}

async function record(database: Database, id: string, error: string | null): Promise<void> {
  await database.query(
    'update internal.backups set checked_at = clock_timestamp(), check_error = $2 where id = $1',
    [id, error?.slice(0, 500) ?? null],
  )
}
