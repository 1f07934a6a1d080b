// The input and the result of a check.

import type { Check } from '#schemas/checks.ts'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SpaceLimits } from '../files/space.ts'
import type { LiveMailer } from '../mail/live-mailer.ts'

export interface CheckDeps {
  config: {
    dataDir: string
    /** Undefined when backups are off. */
    backups: { folder: string } | undefined
    files: SpaceLimits
  }
  database: Database
  mailer: Pick<LiveMailer, 'host' | 'verify'>
  store: FileStore
  /** Why published texts are not shown. */
  siteProblems(): readonly { key: string; path: readonly PropertyKey[]; message: string }[]
}

export type CheckResult = Omit<Check, 'id'>
