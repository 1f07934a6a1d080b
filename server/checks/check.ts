// What a check works with, and what it finds.
import type { Database } from '#backend/database/database.ts'
import type { Mailer } from '#backend/mail/mailer.ts'
import type { Check } from '#schemas/checks.ts'

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
