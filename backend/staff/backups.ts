// Starts a backup ("Back up now") and reports its progress.
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import type { AdminHandler } from './role-guards.ts'

export function readBackups({ backups }: Pick<StaffDeps, 'backups'>): AdminHandler {
  return async function answerBackups(c) {
    return c.json(await backups.read())
  }
}

export function backUpNow({
  database,
  backups,
}: Pick<StaffDeps, 'database' | 'backups'>): AdminHandler {
  return async function startBackup(c) {
    const { rows } = await database.query<{ name: string }>(
      `select coalesce(nullif(full_name, ''), email, '') as name from public.profiles where id = $1`,
      [c.var.admin.id],
    )
    const { is_set_up } = await backups.read()
    if (!is_set_up) {
      throw new Problem('no_backups', {
        status: 409,
        message: 'The product takes no backups here: set BACKUP_DIR, and start the server again.',
      })
    }
    if (!(await backups.request(rows[0]?.name ?? ''))) {
      throw new Problem('backup_running', {
        status: 409,
        message: 'A backup is being taken already. Wait until it is done.',
      })
    }
    return c.json(await backups.read())
  }
}
