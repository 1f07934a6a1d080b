/** What the dashboard knows of backups. */
export interface BackupState {
  /** False when the product takes none: BACKUP_DIR is not set. */
  is_set_up: boolean
  /** The one that is being taken; `by` is null for the daily one. */
  running: { since: string; by: string | null } | null
  /** The newest one, when it could not be taken. */
  failed: { at: string; error: string } | null
  /** The newest that was taken. */
  last: {
    at: string
    file: string
    bytes: number
    enquiries: number | null
    reviews: number | null
    accounts: number | null
    /** When it was restored into a scratch database; null until then. */
    checked_at: string | null
    check_error: string | null
  } | null
}

/** What came of a test mail: the words are the mail server's own. */
export interface TestMailResult {
  to: string
  result: 'sent' | 'in_outbox' | 'failed'
  words: string
}
