// Takes a copy of all data once a day, and when one is asked for, and keeps the newest. It is a job of the queue, so of
// several instances one does it, a copy that fails is tried again, and one that was missed while
// the product was down is taken when it is back.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
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
  /** Rejects, in words for an administrator, when the folder cannot be written to. */
  requireFolder(folder: string): Promise<void>
  log: JobLog
  now?: () => Date
}

const lookEveryMs = 300_000
const timeoutMs = 3_600_000
/** Clocks of several instances may differ by so much. */
const clockSkewMs = 600_000
const dayMs = 86_400_000
const daily = /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz(\.part)?$/
const manual = /^manual-backup-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz(\.part)?$/

export function backupWorker(options: ScheduledBackupOptions): Worker {
  const { database, folder, keep, at, log, now = () => new Date() } = options
  return {
    kind: backupKind,
    atOnce: 1,
    everyMs: lookEveryMs,
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
        // Stopped, not failed: the next look says so.
        if (signal.aborted) throw error
        const words = describeFault(error, folder)
        await endRun(database, run, words)
        log.error({ err: error, reason: words }, 'the backup could not be taken')
        // Whoever asked is told, and asks again; the daily one is tried again by itself.
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
  { database, folder, backupWorkerFile, requireFolder, log }: ScheduledBackupOptions,
  { run, file, moment, signal }: Taking,
): Promise<void> {
  await requireFolder(folder)
  const copied = await backUp(database, file, { backupWorkerFile, signal })
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
 * Half-written ones of a process that was killed go too. Daily ones whose names are later than now are
 * of a clock that was ahead: they count as the oldest, or they would outlive every backup until that
 * date. Those that were asked for are kept as many days as there are daily ones, and displace none.
 */
async function removeOldest(folder: string, keep: number, now: Date): Promise<void> {
  const names = (await readdir(folder)).sort()
  const finished = names.filter((name) => daily.test(name) && name.endsWith('.gz'))
  const isAhead = (name: string) => name > nameOf(now)
  const whole = [...finished.filter(isAhead), ...finished.filter((name) => !isAhead(name))]
  const tooMany = whole.slice(0, Math.max(0, whole.length - keep))
  const oldest = `manual-${nameOf(new Date(now.getTime() - keep * dayMs))}`
  const asked = names.filter((name) => manual.test(name) && name.endsWith('.gz'))
  const tooOld = asked.filter((name, at) => name < oldest || at < asked.length - keep)
  const unfinished = names.filter(
    (name) => name.endsWith('.part') && (daily.test(name) || manual.test(name)),
  )
  for (const name of [...tooMany, ...tooOld, ...unfinished]) {
    await rm(join(folder, name), { force: true })
  }
}
