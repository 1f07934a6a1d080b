import type { LiveContent } from '#content/live-content.ts'
import type { Database } from '../../database/database.ts'

export interface VisitDeps {
  database: Database
  content: LiveContent
  siteUrl: URL
  officeEmail(): string
}
