// A health check, as the Status tab shows it.
export interface Check {
  id: 'database' | 'disk' | 'files' | 'mail' | 'queue' | 'backup' | 'spam' | 'site'
  /** `warning`: it works, but needs attention. */
  state: 'ok' | 'warning' | 'failed'
  /** The result in one sentence. */
  finding: string
  /** What to do, in one or two sentences; left out if there is nothing to do. */
  advice?: string
  /** For the spam filter: how many clicks of the office it has learned from. */
  clicks?: number
}
