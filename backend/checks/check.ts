// What a check works with, and what it finds.

import type { Check } from '#schemas/checks.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from '../mail/mailer.ts'

export interface CheckDeps {
  config: {
    dataDir: string
    /** Undefined when the product takes none. */
    backups: { folder: string } | undefined
    mail: { smtpUrl: string | undefined }
  }
  database: Database
  mailer: Mailer
}

export type Finding = Omit<Check, 'id'>
