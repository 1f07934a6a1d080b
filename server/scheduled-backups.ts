// Takes a copy of all data once a day and keeps the newest of them. It is a job of the queue, so of
// several instances one does it, a copy that fails is tried again, and one that was missed while
// the product was down is taken when it is back.
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backUp } from '#backend/database/backup/backup-task.ts'
import type { Database } from '#backend/database/database.ts'
import { addJob } from '#backend/jobs/add-job.ts'
import type { Worker } from '#backend/jobs/job.ts'
import { checkKind } from './backup-checks.ts'
import type { Log } from './log.ts'
import { requireFolder } from './require-folder.ts'

export interface BackupSchedule {
  folder: string
  /** How many are kept. */
  keep: number
  /** Time of day, by the clock of the machine. */
  at: { hour: number; minute: number }
}

export interface ScheduledBackupOptions extends BackupSchedule {
  database: Database
  backupWorkerFile: URL
  log: Log
  now?: () => Date
}

export const backupKind = 'backup'
const lookEveryMs = 300_000
const limitMs = 3_600_000
/** Clocks of several instances may differ by so much. */
const clockSkewMs = 600_000
const backupName = /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz(\.part)?$/

export function backupWorker(options: ScheduledBackupOptions): Worker {
  const { database, folder, keep, at, backupWorkerFile, log, now = () => new Date() } = options
  return {
    kind: backupKind,
    atOnce: 1,
    everyMs: lookEveryMs,
    limitMs,
    async run(_, signal) {
      const moment = now()
      if ((await lastBackup(database, moment)) >= lastDue(moment, at)) return
      await requireFolder('BACKUP_DIR', folder)
      const file = join(folder, nameOf(moment))
      const copied = await backUp(database, file, { backupWorkerFile, signal })
      const { rows, bytes, enquiries, reviews, accounts } = copied
      await database.transaction(async (tx) => {
        await tx.query(
          `insert into internal.backups (file, bytes, rows, enquiries, reviews, accounts, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [file, bytes, rows, enquiries, reviews, accounts, moment],
        )
        await addJob(tx, checkKind, {}, { name: checkKind })
      })
      await removeOldest(folder, keep, file)
      log.info({ file, ...copied }, 'backup taken')
    },
  }
}

/** When a backup should last have been taken. */
export function lastDue(now: Date, { hour, minute }: BackupSchedule['at']): Date {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/**
 * A database that has none counts from its birth: there is nothing to save at the first start. What
 * is dated later than now was written while the clock was ahead, and says nothing.
 */
async function lastBackup(database: Database, now: Date): Promise<Date> {
  const { rows } = await database.query<{ last: Date | null }>(
    `select coalesce((select max(created_at) from internal.backups where created_at <= $1),
       (select min(applied_at) from internal.migrations where applied_at <= $1)) as last`,
    [new Date(now.getTime() + clockSkewMs)],
  )
  return rows[0]?.last ?? new Date(0)
}

/** `backup-2026-11-15T031500Z.jsonl.gz`: the names sort by age. */
function nameOf(moment: Date): string {
  const stamp = moment.toISOString().slice(0, 19).replaceAll(':', '')
  return `backup-${stamp}Z.jsonl.gz`
}

/**
 * Half-written ones of a process that was killed go too. Names later than the newest are of a clock
 * that was ahead: they count as the oldest, or they would outlive every backup until that date.
 */
async function removeOldest(folder: string, keep: number, newest: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).sort()
  const finished = names.filter((name) => name.endsWith('.gz'))
  const isAhead = (name: string) => name > basename(newest)
  const whole = [...finished.filter(isAhead), ...finished.filter((name) => !isAhead(name))]
  const tooMany = whole.slice(0, Math.max(0, whole.length - keep))
  const unfinished = names.filter((name) => name.endsWith('.part'))
  for (const name of [...tooMany, ...unfinished]) await rm(join(folder, name), { force: true })
}
