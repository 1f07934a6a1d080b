/** The state of backups, as the dashboard receives it. */
export interface BackupState {
  /** False if BACKUP_DIR is not set: the product takes no backups. */
  is_set_up: boolean
  /** The running backup; `by` is null for the daily one. */
  running: { since: string; by: string | null } | null
  /** The latest backup, if it failed. */
  failed: { at: string; error: string } | null
  /** The latest successful backup. */
  last: {
    at: string
    file: string
    bytes: number
    enquiries: number | null
    reviews: number | null
    accounts: number | null
    /** When it was verified by restoring it into a scratch database; null until then. */
    checked_at: string | null
    check_error: string | null
  } | null
}
