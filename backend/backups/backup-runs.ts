// One backup at a time, requested by an administrator or by the schedule. Its state is stored in the
// database, where every instance reads it.

import type { BackupState } from '#schemas/backups.ts'
import type { Database, Queryable } from '../database/database.ts'

export const backupKind = 'backup'

/** Wakes the job. False when a backup is already requested or running. */
export function requestBackup(database: Database, by: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query(
      'insert into internal.jobs (kind, name) values ($1, $1) on conflict (name) do nothing',
      [backupKind],
    )
    // A poll that is just ending waits for this lock, and then sees the request.
    await tx.query('select from internal.jobs where name = $1 for update', [backupKind])
    const { count } = await tx.query(
      'insert into internal.backup_runs (requested_by) values ($1) on conflict do nothing',
      [by],
    )
    if (count === 0) return false
    await wake(tx)
    return true
  })
}

/** A request made during a run is taken right after it, not at the next poll. */
export async function wakeForRequest(tx: Queryable): Promise<void> {
  const { count } = await tx.query(`select from internal.backup_runs where state = 'waiting'`)
  if (count > 0) await wake(tx)
}

async function wake(tx: Queryable): Promise<void> {
  await tx.query(
    `update internal.jobs set run_at = clock_timestamp()
     where name = $1 and held_by is null`,
    [backupKind],
  )
  await tx.query(`select pg_notify('jobs', $1)`, [backupKind])
}

/** Marks the requested backup as running. Only the holder of the job calls this. */
export async function startRequested(database: Database): Promise<string | undefined> {
  await database.query(
    `update internal.backup_runs set state = 'failed', ended_at = clock_timestamp(),
       error = 'The server was stopped while the backup was taken.'
     where state = 'running'`,
  )
  await database.query(
    `delete from internal.backup_runs where asked_at < now() - interval '30 days'`,
  )
  const { rows } = await database.query<{ id: string }>(
    `update internal.backup_runs set state = 'running' where state = 'waiting' returning id`,
  )
  return rows[0]?.id
}

export async function startScheduled(database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    `insert into internal.backup_runs (state) values ('running') on conflict do nothing returning id`,
  )
  // An administrator requested one just now: that one runs.
  return rows[0]?.id ?? startRequested(database)
}

export async function endRun(tx: Queryable, id: string, error: string | null): Promise<void> {
  await tx.query(
    `update internal.backup_runs set ended_at = clock_timestamp(), error = $2,
       state = case when $2::text is null then 'done' else 'failed' end
     where id = $1`,
    [id, error?.slice(0, 500) ?? null],
  )
}

export async function readBackupState(
  database: Database,
  settings: { folder: string; keep: number } | undefined,
): Promise<BackupState> {
  if (!settings) return { is_set_up: false, running: null, failed: null, last: null }
  const { rows } = await database.query<Omit<BackupState, 'is_set_up'>>(
    `select (
       select jsonb_build_object('since', asked_at, 'by', requested_by) from internal.backup_runs
       where state in ('waiting', 'running')
     ) as running, (
       select jsonb_build_object('at', ended_at, 'error', error)
       from (select * from internal.backup_runs order by asked_at desc limit 1) newest
       where state = 'failed'
     ) as failed, (
       select jsonb_build_object('at', created_at, 'file', file, 'bytes', bytes,
         'enquiries', enquiries, 'reviews', reviews, 'accounts', accounts,
         'checked_at', checked_at, 'check_error', check_error)
       from internal.backups where created_at <= now() + interval '10 minutes'
       order by created_at desc limit 1
     ) as last`,
  )
  return { is_set_up: true, ...(rows[0] ?? { running: null, failed: null, last: null }) }
}

/** Describes an error for an administrator, who sees neither the log nor the machine. */
export function describeFault(error: unknown, folder: string): string {
  const words = error instanceof Error ? error.message : String(error)
  if (/ENOSPC|EDQUOT/.test(words)) {
    return `The disk of ${folder} is full: make room, then back up again.`
  }
  if (/EROFS/.test(words)) return `${folder} can only be read: its disk is mounted read-only.`
  if (/EIO/.test(words)) return `The disk of ${folder} is failing (EIO): replace it.`
  return words
}
