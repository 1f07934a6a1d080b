import { backupKind } from '../backups/backup-runs.ts'
import { amount } from '../backups/totals.ts'
import type { CheckDeps, CheckResult } from './check.ts'
import { formatBytes, formatDuration } from './format-amounts.ts'

/** One day, and time to take the backup. */
const maxAgeSeconds = 26 * 3600
/** A check takes minutes: after this time it has not run. */
const maxUncheckedSeconds = 3 * 3600

export interface BackupRow {
  /** Seconds since the last backup, or since the database was created. */
  age: number
  file: string | null
  bytes: string | null
  enquiries: number | null
  checked_at: Date | null
  check_error: string | null
  tries: number | null
  last_error: string | null
}

export async function checkBackup({ config, database }: CheckDeps): Promise<CheckResult> {
  if (!config.backups) return noBackups
  const { rows } = await database.query<BackupRow>(
    `select extract(epoch from now() - coalesce(last.created_at, born.at))::float8 as age,
       last.file, last.bytes::text, last.enquiries, last.checked_at, last.check_error,
       job.tries, job.last_error
     from (select least(min(applied_at), now()) as at from internal.migrations) born
     -- A later date was written while the clock was ahead.
     left join (
       select * from internal.backups where created_at <= now() + interval '10 minutes'
       order by created_at desc limit 1
     ) last on true
     left join internal.jobs job on job.name = $1`,
    [backupKind],
  )
  return rows[0] ? rateBackup(rows[0], config.backups.folder) : noBackups
}

const noBackups: CheckResult = {
  state: 'warning',
  finding: 'The product takes no backups.',
  advice: 'Set BACKUP_DIR, or make sure that the PostgreSQL server is backed up by other means.',
}

export function rateBackup(row: BackupRow, folder: string): CheckResult {
  const { age, file, bytes, tries, last_error } = row
  const last = file
    ? `The last backup was taken ${formatDuration(Math.max(0, age))} ago (${formatBytes(Number(bytes))}).`
    : 'No backup has been taken yet.'
  if (tries && last_error) {
    return {
      state: 'failed',
      finding: `${last} Since then it has failed: ${last_error}`,
      advice: `Is there room in ${folder}, and may the server write there? It tries again by itself.`,
    }
  }
  if (age > maxAgeSeconds) {
    return {
      state: 'failed',
      finding: last,
      advice: 'One is due every day. Restart the server, and look at its log.',
    }
  }
  if (!file) return { state: 'ok', finding: `${last} The first is taken within a day.` }
  return rateRestoreCheck(row, last, folder)
}

function rateRestoreCheck(row: BackupRow, last: string, folder: string): CheckResult {
  const { age, file, enquiries, checked_at, check_error } = row
  if (check_error) {
    return {
      state: 'failed',
      finding: `${last} It cannot be restored: ${check_error}`,
      advice: `Back up now, and see whether that one can be restored. Older ones are in ${folder}.`,
    }
  }
  if (checked_at) {
    const count = enquiries === null ? '' : `, ${amount(enquiries, 'enquiry', 'enquiries')}`
    return { state: 'ok', finding: `${last} Restorable, checked ${timeOf(checked_at)}${count}.` }
  }
  if (age < maxUncheckedSeconds) {
    return { state: 'ok', finding: `${last} Next it is checked whether it can be restored.` }
  }
  return {
    state: 'warning',
    finding: `${last} Whether it can be restored has not been checked.`,
    advice: `Check it by hand: npm run restore -- --check ${file}`,
  }
}

const timeOf = (moment: Date) =>
  moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
