// Backs up once a day and on request, and keeps the newest backups. It is a job of the queue: one of
// several instances runs it, a failed backup is retried, and one missed while the server was down is
// taken at the next start.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import type { FileStoreSettings } from '../files/open-file-store.ts'
import { addJob } from '../jobs/add-job.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { checkKind } from './backup-checks.ts'
import {
  backupKind,
  describeFault,
  endRun,
  startRequested,
  startScheduled,
  wakeForRequest,
} from './backup-runs.ts'
import { backUp } from './backup-task.ts'
import { removeOldFiles } from './stored-files.ts'

export interface BackupSchedule {
  folder: string
  /** How many backups are kept. */
  keep: number
  /** Time of day, in the machine's time zone. */
  at: { hour: number; minute: number }
}

export interface ScheduledBackupOptions extends BackupSchedule {
  database: Database
  /** The store whose files are copied too. */
  files?: FileStoreSettings | undefined
  backupWorkerFile: URL
  /** Rejects, with a message for an administrator, when the folder is not writable. */
  requireFolder(folder: string): Promise<void>
  log: JobLog
  now?: () => Date
}

const pollEveryMs = 300_000
const timeoutMs = 3_600_000
/** Allowed difference between the clocks of several instances. */
const clockSkewMs = 600_000
const dayMs = 86_400_000
const daily = /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz(\.part)?$/
const manual = /^manual-backup-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz(\.part)?$/

export function backupWorker(options: ScheduledBackupOptions): Worker {
  const { database, folder, keep, at, log, now = () => new Date() } = options
  return {
    kind: backupKind,
    concurrency: 1,
    everyMs: pollEveryMs,
    timeoutMs,
    async run(_, signal) {
      const moment = now()
      const requested = await startRequested(database)
      const isDue = (await lastBackup(database, moment)) < lastDue(moment, at)
      if (!requested && !isDue) return
      const run = requested ?? (await startScheduled(database))
      if (!run) return
      try {
        const name = requested ? `manual-${nameOf(moment)}` : nameOf(moment)
        await take(options, { run, file: join(folder, name), moment, signal })
      } catch (error) {
        // Stopped by a shutdown: the next poll marks the run as failed.
        if (signal.aborted) throw error
        const words = describeFault(error, folder)
        await endRun(database, run, words)
        log.error({ err: error, reason: words }, 'the backup could not be taken')
        // The administrator sees a failed request and repeats it; a daily backup is retried by the
        // queue.
        if (isDue) throw new Error(words, { cause: error })
      }
      await removeOldest(folder, keep, moment).catch((error) =>
        log.warn({ err: error }, 'old backups could not be removed'),
      )
    },
    settled: (tx) => wakeForRequest(tx),
  }
}

interface Taking {
  run: string
  file: string
  moment: Date
  signal: AbortSignal
}

async function take(
  { database, files, folder, backupWorkerFile, requireFolder, log }: ScheduledBackupOptions,
  { run, file, moment, signal }: Taking,
): Promise<void> {
  await requireFolder(folder)
  const copied = await backUp(database, file, { backupWorkerFile, files, signal })
  const { rows, bytes, enquiries, reviews, accounts } = copied
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into internal.backups (file, bytes, rows, enquiries, reviews, accounts, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [file, bytes, rows, enquiries, reviews, accounts, moment],
    )
    await endRun(tx, run, null)
    await addJob(tx, checkKind, {}, { name: checkKind })
  })
  log.info({ file, ...copied }, 'backup taken')
  if ('error' in copied.files) {
    const { error } = copied.files
    log.error({ file, reason: error }, 'the files could not be copied: the next backup goes on')
  } else if (copied.files.missing > 0) {
    log.error({ file, ...copied.files }, 'the backup lacks files that the store does not have')
  }
}

/** When the latest daily backup was due. */
export function lastDue(now: Date, { hour, minute }: BackupSchedule['at']): Date {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/**
 * Without a backup the age of the database counts: at the first start there is nothing to save. Dates
 * in the future were written while the clock was ahead, and are ignored.
 */
async function lastBackup(database: Database, now: Date): Promise<Date> {
  const { rows } = await database.query<{ last: Date | null }>(
    `select coalesce((select max(created_at) from internal.backups where created_at <= $1),
       (select min(applied_at) from internal.migrations where applied_at <= $1)) as last`,
    [new Date(now.getTime() + clockSkewMs)],
  )
  return rows[0]?.last ?? new Date(0)
}

/** `backup-2026-11-15T031500Z.jsonl.gz`: names sort by date. */
function nameOf(moment: Date): string {
  const stamp = moment.toISOString().slice(0, 19).replaceAll(':', '')
  return `backup-${stamp}Z.jsonl.gz`
}

function dateOf(name: string): number {
  const [, day, hour, minute, second] = /(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Removes old daily and manual backups, and incomplete files of a killed process. Daily backups dated
 * in the future were written while the clock was ahead: they count as the oldest, or they would stay
 * until that date. Manual backups are kept for as many days as there are daily ones, and replace none
 * of those.
 */
async function removeOldest(folder: string, keep: number, now: Date): Promise<void> {
  const names = (await readdir(folder)).sort()
  const finished = names.filter((name) => daily.test(name) && name.endsWith('.gz'))
  const isAhead = (name: string) => name > nameOf(now)
  const whole = [...finished.filter(isAhead), ...finished.filter((name) => !isAhead(name))]
  const tooMany = whole.slice(0, Math.max(0, whole.length - keep))
  const oldest = `manual-${nameOf(new Date(now.getTime() - keep * dayMs))}`
  const manualBackups = names.filter((name) => manual.test(name) && name.endsWith('.gz'))
  const tooOld = manualBackups.filter(
    (name, at) => name < oldest || at < manualBackups.length - keep,
  )
  const unfinished = names.filter(
    (name) => name.endsWith('.part') && (daily.test(name) || manual.test(name)),
  )
  const removed = new Set([...tooMany, ...tooOld, ...unfinished])
  for (const name of removed) await rm(join(folder, name), { force: true })
  const kept = [...whole, ...manualBackups].filter((name) => !removed.has(name))
  // By their names: a copied folder has other dates.
  const oldestKept = Math.min(now.getTime() - dayMs, ...kept.map(dateOf))
  await removeOldFiles(folder, new Date(oldestKept))
}
